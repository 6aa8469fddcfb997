"""Constants of the chips that were measured here.

A file of chips/ has the fields of `Constants`; `python -m benchmarks.chip --convert` makes it from
the record of the microbenchmarks. A mapping by numbers is a list of [key, value] pairs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import UserError, nearest
from .constants import Constants, TensorClock
from .published_constants import of_publication, published, read

CHIPS = Path(__file__).parent / "chips"


@cache
def chips() -> dict[str, Path]:
    """Chips with measured constants by short name ('h200')."""
    return {file.stem: file for file in sorted(CHIPS.glob("*.json"))}


@cache
def constants(chip: str) -> Constants:
    """Constants of a chip; raises UserError for an unknown one."""
    if chip in published():
        record = read(chip)
        return of_publication(chip, record, constants(record["base"]))
    if chip not in chips():
        raise nearest("chip", chip, (*chips(), *published()), listed=True)
    return of_file(chip, json.loads(chips()[chip].read_text(encoding="utf-8")))


def chip_of(architecture: str) -> str:
    """The chip whose times are predicted for an architecture; raises UserError if there is none."""
    known = {constants(chip).architecture: chip for chip in (*chips(), *published())}
    if architecture not in known:
        raise UserError(
            f"no prediction for {architecture}: there are constants for {', '.join(known)}"
        )
    return known[architecture]


def of_file(name: str, fields: Mapping[str, Any]) -> Constants:
    """Constants from the fields of a file of chips/."""
    values = {field: _value(value) for field, value in fields.items()}
    clocks = {kind: TensorClock(**clock) for kind, clock in values.pop("tensor_clocks").items()}
    return Constants(name=name, tensor_clocks=clocks, **values)


def _value(value: Any) -> Any:
    """A field: a list of pairs is a mapping by numbers, another list a tuple."""
    if isinstance(value, Mapping):
        return {key: _value(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], list):
        return {tuple(key) if isinstance(key, list) else key: _value(each) for key, each in value}
    return tuple(value)
