"""The interface of search spaces, from templates or MetaSchedule, and the candidate type."""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError
from schedules.core.ladder import Rung, Tile
from schedules.core.target import Target
from schedules.workloads import Workload

from ..measuring.interface import BuildRequest
from .knobs import Choice, Split

# A candidate within its space: an index for each knob, or a trace as text.
Point = Any


class SpaceError(UserError):
    """An error in a space's file."""


@dataclass(frozen=True)
class Removed:
    """The candidates that a restriction removes from those that earlier ones have kept."""

    name: str
    why: str
    count: int


class Space(ABC):
    """The candidates of a rung at one shape, for one target.

    `knobs` is empty and `size` and `allowed` are None if candidates can be drawn but not listed;
    `file` is that of the template, '' without one. Methods that are not abstract are implemented
    here for such a space.
    """

    rung: Rung
    workload: Workload
    target: Target
    knobs: Mapping[str, Split | Choice]
    file: str
    # Candidates before any restriction, and what each restriction removes.
    size: int | None
    removed: Sequence[Removed]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.workload.shape)

    @property
    def allowed(self) -> int | None:
        """Number of candidates that meet all restrictions; raises UserError if none does."""
        return None

    # --- points -----------------------------------------------------------------------------------

    def hand_written(self) -> list[Point]:
        """The points of hand-written tiles: the rung's own and those of related rungs."""
        return []

    @abstractmethod
    def recorded(self, knobs: Mapping[str, Any], trace: Callable[[], Any]) -> Point:
        """The point of a recorded candidate; raises UserError if it is not in this space."""

    def exclusion(self, knobs: Mapping[str, Any]) -> str | None:
        """Why a recorded candidate is not in the space, which may have been restricted since.

        The name of a restriction, or '' if the space lacks a knob's value; None if the candidate is
        in the space.
        """
        return None

    def carried_over(self, knobs: Mapping[str, Any]) -> Point | None:
        """The point of another shape's candidate; None if it is not in this space."""
        return None

    # --- schedules --------------------------------------------------------------------------------

    @abstractmethod
    def schedule(self, point: Point) -> s_tir.Schedule:
        """A point's finished schedule. Raises RungError if TVM refuses a primitive."""

    @abstractmethod
    def candidate(self, point: Point) -> Candidate:
        """A point with its schedule walked. Raises RungError if TVM refuses a primitive."""

    @abstractmethod
    def proposed(self, point: Point) -> Candidate:
        """A point whose builder walks and hashes its schedule, unless its name is the hash."""

    @abstractmethod
    def tile(self, values: Mapping[str, Any]) -> Tile:
        """The rung's tile for values of the knobs; raises UserError if there is none."""

    # --- under MetaSchedule -----------------------------------------------------------------------

    @abstractmethod
    def generator(self, seed: int) -> ms.SpaceGenerator:
        """Generates candidates for any of MetaSchedule's search strategies."""

    @abstractmethod
    def drawn(self, sch: s_tir.Schedule) -> Point:
        """The point that a schedule's decisions select."""

    @abstractmethod
    def register_intrinsics(self) -> None:
        """Register the tensor intrinsics that the space's schedules name."""


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
