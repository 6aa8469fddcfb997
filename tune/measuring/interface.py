"""Requests, options, devices and outcomes of measurements: types that all of `tune` shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from gpusim.errors import UserError

if TYPE_CHECKING:
    from ..records.lines import Entry

Kind = Literal["ok", "limit", "compile error", "time-out", "crash", "wrong"]

# Values of knobs by name: a number, a word, or the factors of a split, outermost first.
Knobs = Mapping[str, Any]


@dataclass(frozen=True)
class BuildRequest:
    """One candidate: everything a process needs to build and run it, as plain picklable values.

    Parameters
    ----------
    key : str
        Names the candidate within its job; no two candidates of a job share one.
    rung : str
        'LADDER:RUNG': the rung that gives the workload and, with knobs, the schedule.
    shape : tuple of int
        The workload's shape.
    arch : str
        The target: 'sm_90a', ..., or an LLVM `-mcpu`.
    knobs : mapping
        The tile's fields, for a space made from a rung.
    module : str, optional
        The scheduled module as JSON instead of knobs, for a candidate of MetaSchedule's.
    loader : str
        'MODULE:FUNCTION' that makes the rung if `rung` is not in the catalog.
    checked_runs : int
        Number of runs after the timed ones, each compared with the first.
    load : bool
        Whether the device is kept busy with the candidate before it is timed.
    """

    key: str
    rung: str
    shape: tuple[int, ...]
    arch: str
    knobs: Knobs = field(default_factory=dict)
    module: str | None = None
    loader: str = ""
    checked_runs: int = 0
    load: bool = False


@dataclass(frozen=True)
class Outcome:
    """The result of measuring a candidate.

    `times_us` are the kernel's times, empty unless `kind` is 'ok'; otherwise `message` is the saved
    error. `pruned` means that timing stopped early because the candidate could not win, so it has
    few times. `varies` means that the output's bits differ between runs on the same inputs, within
    the tolerance. `drift` is the factor that the times were divided by: the time of a reference
    candidate relative to its first time. `stages_s` has the seconds per stage. `made` comes from
    the builder: hashes of the 'schedule' and the 'kernel', and the 'compiler'.
    """

    kind: Kind
    times_us: tuple[float, ...] = ()
    message: str = ""
    pruned: bool = False
    varies: bool = False
    drift: float = 1.0
    worker: str = ""
    stages_s: Mapping[str, float] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RunQuery:
    """A query to a runner: a built candidate, and the best time of its shape so far."""

    request: BuildRequest
    built: dict[str, bytes]
    best_us: float | None = None


def counted(count: int, what: str) -> str:
    """'1 worker', '2 workers'."""
    return f"{count} {what}{'' if count == 1 else 's'}"


class Watcher:
    """Receives the events of a run. The base class ignores them."""

    def say(self, text: str) -> None:
        """A line for the user."""

    def stage(self, text: str) -> None:
        """Set the current activity, until the next call or until a candidate is measured."""

    def begin(self, shape: tuple[int, ...], total: int, done: int, seconds: float) -> None:
        """The search of a shape starts, or continues with `done` of `total` trials measured."""

    def measured(self, entry: Entry, best: Entry | None) -> None:
        """A candidate was measured and stored."""


class Measurer(Protocol):
    """Builds and runs candidates. Results come as they finish, in any order."""

    watcher: Watcher

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        """Measure every request once; takes from `requests` lazily, as workers become free."""

    def close(self) -> None:
        """End the workers. Safe to call twice."""


@dataclass(frozen=True)
class Device:
    """A device's name, its architecture as a target ('sm_90', 'x86-64-v4'), and a GPU's driver."""

    name: str
    arch: str
    driver: str = ""


def this_device(kind: str, number: int = 0) -> Device:
    """This machine's device for the TVM target kind 'llvm' or 'cuda'; raises NoGpu without one."""
    if kind == "llvm":
        from schedules.core.target import native_mcpu
        from schedules.measure.cpu import physical_cores
        from schedules.measure.environment import cpu_model

        # A processor's name does not tell how many of its cores this machine has.
        return Device(f"{cpu_model()}, {physical_cores()} cores", native_mcpu())
    from schedules.core.gpu import cuda, device_target
    from schedules.measure.environment import gpu_driver

    return Device(cuda().cuda.get_device_name(number), device_target(number).arch, gpu_driver())


# Upper limit of times, since a clock cannot wait for any number of seconds.
DAY_S = 24 * 60 * 60
LOOPBACK = "127.0.0.1"
PATIENCE_S = 30.0


def distinct(values: list) -> list:
    """A list whose items differ."""
    for number, value in enumerate(values):
        if value in values[:number]:
            raise ValueError(f"{value} is given twice")
    return values


class Table(BaseModel):
    """A TOML table that rejects unknown keys and values of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Measure(Table):
    """Options for building, verifying and timing candidates."""

    builders: int | None = Field(
        None, ge=1, le=1024, description="Number of build processes; by default one per core."
    )
    devices: Annotated[list[Annotated[int, Field(ge=0)]], AfterValidator(distinct)] = Field(
        [0], min_length=1, description="GPUs to run on, one candidate at a time on each."
    )
    build_timeout_s: float = Field(
        60.0, gt=0, le=DAY_S, description="Time limit of a build, in seconds."
    )
    run_timeout_s: float = Field(
        20.0, gt=0, le=DAY_S, description="Time limit of a candidate's run, in seconds."
    )
    memory_gb: float | None = Field(
        None,
        gt=0,
        description="Memory limit of a builder, or of a runner on a CPU; by default four fifths "
        "of the machine's memory, divided among the builders.",
    )
    early_stop: bool = Field(True, description="Stop timing a candidate as soon as it cannot win.")
    correct_drift: bool = Field(
        True,
        description="Time a reference candidate at intervals, correct other times for its drift, "
        "and time each new best again.",
    )
    compiler: Literal["nvrtc", "nvcc"] = Field(
        "nvrtc",
        description="Compiler of GPU candidates; nvrtc takes half as long, and is what `schedules "
        "bench` uses by default.",
    )


class ClusterTable(Table):
    """The Dask cluster whose workers build and run the candidates; by default this machine."""

    scheduler: str = Field("", description="Address of the scheduler, as in tls://HOST:8786.")
    workers: int = Field(
        0, ge=0, le=1024, description="Without a scheduler: workers to start on this machine."
    )

    def __bool__(self) -> bool:
        return bool(self.scheduler or self.workers)


class MeasureOptions(Measure):
    """The options of a measurer: a job's table and internal settings.

    `kind` is the device kind of the candidates. On a cluster, a worker must have the given `device`
    and `driver` ('' for any) and the same `file` ('' for none), and without any worker a run waits
    for `patience_s`. Raises UserError for invalid values.
    """

    kind: Literal["llvm", "cuda"]
    cluster: ClusterTable = ClusterTable()
    inputs_seed: int = 0
    device: str = ""
    driver: str = ""
    file: str = ""
    patience_s: float = PATIENCE_S

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            raise UserError(f"{name} = {first['input']!r}: {first['msg'].lower()}") from None

    def runner_settings(self) -> dict[str, Any]:
        """Settings of a runner."""
        return self.model_dump(include={"kind", "inputs_seed", "early_stop", "memory_gb", "file"})

    def builder_settings(self) -> dict[str, Any]:
        """Settings of a builder; a folder and its memory are the machine's."""
        return self.model_dump(include={"kind", "compiler", "memory_gb", "file"})
