"""Search spaces, and results of tuning."""

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
    """The result of tuning at a shape; times are in microseconds, null if there is none.

    `file` is what was tuned, FILE.py:NAME or LADDER:RUNG. `tie` is true if the difference between
    its time and that of the hand-written configuration is within the measurement error.
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
    """The plan of a run at a shape.

    The space has `size` candidates, of which the restrictions allow `allowed`; both are null if
    unknown. `hand_written` is the number of hand-written tiles in the space, `first` the first
    candidate, and `schedule` the hash of its schedule.
    """

    job: str
    workload: str
    arch: str
    strategy: str
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
    """A predicted candidate that was not measured: its time in microseconds, with the error
    band."""

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
    """The predicted candidates of a shape, fastest first; the space has `allowed` candidates."""

    record: str
    workload: str
    chip: str
    shape: list[int]
    allowed: int
    candidates: list[RankedRecord]
    problems: list[ProblemRecord]


@dataclass(frozen=True)
class AppliedRecord:
    """A winner that was stored as a configuration: `reference` is LADDER:RUNG@DEVICE, `file` the
    file."""

    reference: str
    shape: list[int]
    tile: dict[str, Any]
    time_us: float
    file: str


@dataclass(frozen=True)
class ExchangeRecord:
    """The number of candidates that were written to a folder or a record, and that were skipped."""

    path: str
    candidates: int
    left_out: int


@dataclass(frozen=True)
class SimulationRecord:
    """The replay of a strategy on a measured space.

    `curves` has one list per seed: the best share of the maximum speed after each trial. `trials`
    is the median number of trials to reach `share`, with its 95 % `interval`; null if not reached.
    """

    shape: list[int]
    strategy: str
    points: int
    share: float
    trials: float | None
    interval: tuple[float | None, float | None]
    curves: list[list[float]]
