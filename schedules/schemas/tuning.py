"""What a search may choose from, and what it measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CandidateRecord:
    """A measured candidate; `confirmed_us` is its time on new inputs, or null."""

    key: str
    time_us: float
    confirmed_us: float | None


@dataclass(frozen=True)
class CandidatesRecord:
    """The fastest candidates of a record at a shape, and its confirmed winners."""

    workload: str
    device: str
    shape: list[int]
    candidates: list[CandidateRecord]


@dataclass(frozen=True)
class KnobRecord:
    """A knob and its values as text, such as 4.8.16 for a split."""

    name: str
    options: list[str]


@dataclass(frozen=True)
class RestrictionRecord:
    """A restriction of a space, how many candidates it removes, and why."""

    name: str
    removes: int
    why: str


@dataclass(frozen=True)
class SpaceRecord:
    """A space at a shape; `size` is null if it is unknown, as for MetaSchedule's."""

    space: str
    shape: list[int]
    arch: str
    size: int | None
    knobs: list[KnobRecord]
    restrictions: list[RestrictionRecord]


@dataclass(frozen=True)
class WinnerRecord:
    """The result of tuning at a shape, in microseconds; null if there is none.

    `file` is what was tuned, FILE.py:NAME or LADDER:RUNG. `tie` says that its time and that of the
    numbers chosen by hand are not told apart.
    """

    file: str
    record: str
    shape: list[int]
    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None
    tie: bool


@dataclass(frozen=True)
class PlanRecord:
    """What a run would do at a shape: `size` and `allowed` candidates of its space, null where they
    are not known, so many `hand_written`, and the `first` with its schedule's hash."""

    job: str
    workload: str
    arch: str
    strategy: str
    runner: str
    shape: list[int]
    trials: int
    minutes: float
    size: int | None
    allowed: int | None
    hand_written: int
    first: str | None
    schedule: str | None


@dataclass(frozen=True)
class RankedRecord:
    """A candidate that was predicted, not measured: microseconds with the error band."""

    key: str
    predicted_us: float
    low_us: float
    high_us: float


@dataclass(frozen=True)
class ProblemRecord:
    """The number of candidates without a prediction, and the reason."""

    problem: str
    candidates: int


@dataclass(frozen=True)
class RankingRecord:
    """The predicted candidates of a shape, the fastest first, of the `allowed` ones."""

    record: str
    workload: str
    chip: str
    shape: list[int]
    allowed: int
    candidates: list[RankedRecord]
    problems: list[ProblemRecord]


@dataclass(frozen=True)
class AppliedRecord:
    """A winner that is now a configuration: `reference` is LADDER:RUNG@DEVICE, `file` has it."""

    reference: str
    shape: list[int]
    tile: dict[str, Any]
    time_us: float
    file: str


@dataclass(frozen=True)
class ExchangeRecord:
    """So many candidates were written to a folder or a record, and so many left out."""

    path: str
    candidates: int
    left_out: int


@dataclass(frozen=True)
class SimulationRecord:
    """A strategy on a measured space: for each seed the best share so far after each trial.

    `trials` is the median of the trials to `share` of the best, with its 95 % `interval`; null
    where it is not reached.
    """

    shape: list[int]
    strategy: str
    points: int
    share: float
    trials: float | None
    interval: tuple[float | None, float | None]
    curves: list[list[float]]
