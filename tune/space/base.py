"""Candidates of a search space, their names and hashes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tvm
import tvm_ffi

from gpusim.errors import UserError
from schedules.core.ladder import Rung

from ..measuring.interface import BuildRequest

# A candidate within its space: the index of an option for each knob, in their order.
Point = tuple[int, ...]


class SpaceError(UserError):
    """An error in a space's file."""


@dataclass(frozen=True)
class Removed:
    """The candidates that a restriction removes from those that earlier ones have kept."""

    name: str
    why: str
    count: int


@dataclass(frozen=True)
class Candidate:
    """A point that is ready to be measured and recorded.

    `trace` is that of its decisions as plain values. It can be replayed and checked with
    `schedule`, the hash of the finished schedule.
    """

    point: Any
    knobs: Mapping[str, Any]
    request: BuildRequest
    trace: Any
    schedule: str

    @property
    def key(self) -> str:
        return self.request.key


def key(shape: Sequence[int], values: Mapping[str, Any]) -> str:
    """A candidate's name within its job: '64x64x64 tile_i=4.4.4 unroll=1'."""
    return " ".join(
        [dims(shape), *(f"{name}={value_text(value)}" for name, value in values.items())]
    )


def knobs_of(key: str) -> str:
    """The knobs in a candidate's name."""
    return key.partition(" ")[2]


def dims(shape: Sequence[int]) -> str:
    # A user's computation may have no sizes.
    return "x".join(map(str, shape)) or "whole"


def value_text(value: Any) -> str:
    """A knob's value as text: 4.8.16 for a split."""
    return ".".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def schedule_hash(mod: tvm.ir.IRModule, rung: Rung) -> str:
    """Hash of a candidate's schedule and of its build options."""
    text = f"{tvm_ffi.structural_hash(mod)} {rung.build.describe()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def features(values: Mapping[str, Any]) -> list[float]:
    """Knobs as logarithms of their numbers; for a split also the products of its inner factors.

    A word counts by its length and first letter, which distinguishes the few words of a knob.
    """
    numbers: list[float] = []
    for value in values.values():
        if isinstance(value, tuple | list):
            covered = [math.prod(value[first:]) for first in range(1, len(value) - 1)]
            numbers += [math.log2(part) for part in (*value, *covered)]
        elif isinstance(value, str):
            numbers += [float(len(value)), float(ord(value[0]) if value else 0)]
        else:
            numbers.append(math.copysign(math.log2(1 + abs(value)), value))
    return numbers


def pairs(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Knobs as scalars: a split gives one per factor, 'tile_i[0]', 'tile_i[1]', ..."""
    for name, value in values.items():
        if isinstance(value, tuple | list):
            yield from ((f"{name}[{number}]", part) for number, part in enumerate(value))
        else:
            yield name, value


def plain(value: Any) -> Any:
    """TVM's containers and numbers as Python's, for JSON."""
    if isinstance(value, str | bool | int | float) or value is None:
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Mapping) or hasattr(value, "items"):
        return {str(name): plain(item) for name, item in value.items()}
    if hasattr(value, "__iter__"):
        return [plain(item) for item in value]
    return plain(value.value)
