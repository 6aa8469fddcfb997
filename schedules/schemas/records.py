"""Documents of `--json` that no analysis returns: ladders, texts, measurements, tuning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from ..core.ladder import Figure

# --- ladders, rungs, their steps, and texts of them -----------------------------------------------


@dataclass(frozen=True)
class StepOutline:
    """A step's name and reason."""

    step: str
    why: str


@dataclass(frozen=True)
class RungRecord:
    """One kernel of a ladder; `tile` has the extents of its tile."""

    index: int
    rung: str
    doc: str
    shape: list[int]
    tile: list[int]
    any_shape: bool
    figures: tuple[Figure, ...]
    steps: tuple[StepOutline, ...]


@dataclass(frozen=True)
class LadderRecord:
    """A ladder with its rungs, slow to fast."""

    ladder: str
    title: str
    workload: str
    reference: tuple[Figure, ...]
    rungs: tuple[RungRecord, ...]


@dataclass(frozen=True)
class TextRecord:
    """A kernel's text at a level; `name` is LADDER:RUNG:STEP."""

    kind: ClassVar[str] = "texts"
    name: str
    level: str
    language: str
    text: str


@dataclass(frozen=True)
class FileRecord:
    """A file; `state` is 'written', 'removed', or, with --check, 'stale'."""

    path: str
    state: str
    bytes: int | None


# --- measured times -------------------------------------------------------------------------------


Extent = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]


class Ratio(TypedDict):
    """A library's time, and the speed of the rung relative to the library."""

    time_us: Positive
    ratio: Positive


class SingleLaunches(TypedDict):
    """Times of single launches: the GPU is idle before each, and its L2 holds other data."""

    time_us: Positive
    quartiles_us: list[Positive]
    samples: int
    # NVML's reading, in older rows.
    clock_mhz: NotRequired[int]
    baselines: Annotated[dict[str, Ratio], Field(min_length=1)]


class Measurement(TypedDict):
    """A rung's time at a shape, next to those of libraries; `grid` and `block` have one entry per
    launch.

    Times are for back-to-back launches; `cold` has the times of single launches.
    """

    ladder: str
    rung: str
    shape: Annotated[list[Extent], Field(min_length=1)]
    dtype: str
    time_us: Positive
    quartiles_us: list[Positive]
    tflops: Positive
    gbps: Positive
    bound: str
    percent_of_ceiling: float
    relative_error: float
    tie_ratio: float
    baselines: Annotated[dict[str, Ratio], Field(min_length=1)]
    sm_mhz: NotRequired[int]
    # NVML's reading, in older rows.
    clock_mhz: NotRequired[int]
    cold: NotRequired[SingleLaunches]
    kernel: NotRequired[str]
    build: NotRequired[str]
    ceiling: NotRequired[float]
    samples: NotRequired[int]
    launches_per_sample: NotRequired[int]
    threads: NotRequired[int]
    registers: NotRequired[int]
    stack_bytes: NotRequired[int]
    shared_bytes: NotRequired[int]
    grid: NotRequired[list[list[Extent]]]
    block: NotRequired[list[list[Extent]]]
    counters: NotRequired[dict[str, float | None]]
    compiler: NotRequired[str]
    commit: NotRequired[str]
    date: NotRequired[str]
    # The whole program with transfers, in older rows.
    whole_us: NotRequired[float]
    cpu_us: NotRequired[float]
    cpu: NotRequired[str]
    host_difference: NotRequired[float]


# --- search spaces, and results of tuning ---------------------------------------------------------


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
    """A space at a shape, with its number of candidates before any restriction."""

    space: str
    shape: list[int]
    arch: str
    size: int
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

    The space has `size` candidates, of which the restrictions allow `allowed`. `hand_written` is
    the number of hand-written tiles in the space, `first` the first candidate, and `schedule` the
    hash of its schedule.
    """

    job: str
    workload: str
    arch: str
    strategy: str
    shape: list[int]
    trials: int
    minutes: float
    size: int
    allowed: int
    hand_written: int
    first: str
    schedule: str


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
