"""What `--json` prints: one format for each kind of thing, as JSON Schema; and the documents that
no analysis returns: ladders, texts, measurements, tuning.

A document is `{"kind": KIND, "version": VERSION, "items": [...]}`. `schedules schema` prints the
schemas, docs/schemas.json has them. Adding a field keeps the version; removing, renaming or
redefining one requires a new version.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
)

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from gpusim.errors import nearest

from .core.data import VERSION
from .core.data import types as types_of
from .core.ladder import Figure

# Kind -> the module of `schedules` and the class in it that describe an item.
KINDS = {
    "ladders": "schemas:LadderRecord",
    "steps": "api.results:StepInfo",
    "texts": "schemas:TextRecord",
    "differences": "api.results:Diff",
    "causes": "api.results:Why",
    "passes": "api.results:Passes",
    "dumps": "views.dumps:DumpRecord",
    "files": "schemas:FileRecord",
    "resources": "api.results:ResourceUse",
    "accesses": "api.results:Accesses",
    "instruction-counts": "api.results:InstructionCounts",
    "predictions": "api.results:Predicted",
    "speedups": "api.results:Speedups",
    "advice": "synthesis.advised:Advised",
    "found": "synthesis.found:Found",
    "times": "measure.timing:Timing",
    "measurements": "schemas:Measurement",
    "verifications": "analyses.verification.verdict:Verdict",
    "explorations": "api.results:Explored",
    "checks": "analyses.figures:CheckRecord",
    "exercises": "learning.exercise:ExerciseRecord",
    "candidates": "schemas:CandidatesRecord",
    "spaces": "schemas:SpaceRecord",
    "winners": "schemas:WinnerRecord",
    "plans": "schemas:PlanRecord",
    "rankings": "schemas:RankingRecord",
    "applied": "schemas:AppliedRecord",
    "exchanges": "schemas:ExchangeRecord",
}


@cache
def form(kind: str):
    """The validator of documents of a kind, a pydantic TypeAdapter; raises UserError for an
    unknown kind."""
    if kind not in KINDS:
        raise nearest("kind", kind, KINDS)
    module, _, name = KINDS[kind].partition(":")
    item = getattr(importlib.import_module(f"schedules.{module}"), name)
    fields = {"kind": Literal[kind], "version": Literal[VERSION], "items": list[typed(item)]}
    return TypeAdapter(_closed(kind.title().replace("-", ""), fields))


@cache
def typed(kind: Any) -> Any:
    """A type as documents have it: dataclasses become closed objects, sequences become lists."""
    if is_dataclass(kind):
        fields = {name: typed(field_type) for name, field_type in types_of(kind).items()}
        return _closed(kind.__name__, fields, kind.__doc__)
    origin, args = get_origin(kind), get_args(kind)
    if origin is None:
        return kind
    if origin is Annotated:
        return typed(args[0])
    parts = [typed(arg) for arg in args if arg is not ...]
    if origin is NotRequired:
        return NotRequired[parts[0]]
    if origin in (Union, types.UnionType):
        return Union[tuple(parts)]  # noqa: UP007 - made of types at run time
    if issubclass(origin, Mapping):
        return dict[tuple(parts)]
    # `tuple[int, ...]` is an array of any length, as is any other sequence.
    return tuple[tuple(parts)] if origin is tuple and ... not in args else list[parts[0]]


def _closed(name: str, fields: dict[str, Any], doc: str | None = None) -> Any:
    """An object with these entries and no others."""
    made = TypedDict(name, fields)
    made.__doc__ = doc
    return with_config(ConfigDict(extra="forbid"))(made)


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind's documents."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | form(kind).json_schema()


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all kinds."""
    return {kind: schema(kind) for kind in KINDS}


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
