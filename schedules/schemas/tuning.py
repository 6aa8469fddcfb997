"""What a search may choose from, and what it measured."""

from __future__ import annotations

from typing_extensions import TypedDict

from .rungs import closed


@closed
class CandidateRecord(TypedDict):
    """A measured candidate; `confirmed_us` is its time on fresh inputs, null where it has none."""

    key: str
    time_us: float
    confirmed_us: float | None


@closed
class CandidatesRecord(TypedDict):
    """The fastest candidates of a record at a shape, and its confirmed winners."""

    workload: str
    device: str
    shape: list[int]
    candidates: list[CandidateRecord]


@closed
class KnobRecord(TypedDict):
    """A number to choose, and its values as text: 4.8.16 for a split."""

    name: str
    options: list[str]


@closed
class RestrictionRecord(TypedDict):
    """What takes candidates out of a space, how many, and why."""

    name: str
    removes: int
    why: str


@closed
class SpaceRecord(TypedDict):
    """A space at a shape; `size` is null where it is not known, as of MetaSchedule's own."""

    space: str
    shape: list[int]
    arch: str
    size: int | None
    knobs: list[KnobRecord]
    restrictions: list[RestrictionRecord]


@closed
class WinnerRecord(TypedDict):
    """What the tuning of a file's schedule ended with at a shape: microseconds, null for none.

    `tie` says that its time and that of the numbers chosen by hand are not told apart.
    """

    file: str
    record: str
    shape: list[int]
    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None
    tie: bool
