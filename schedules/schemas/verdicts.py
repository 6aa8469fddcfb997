"""Whether kernels are right, and no worse than they were."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from .rungs import StepRecord, closed


@closed
class VerificationRecord(TypedDict):
    """A rung on the CPU. `verdict` is "correct", "no findings, values not compared", "wrong" or
    "not run"; `error` says why something did not run. `right` is true for correct, false for wrong.

    `worst` is the largest error as a fraction of the tolerance, null unless correct; `machine` says
    what ran as machine code. `blocks` and `elements` are pairs, over the runs as machine code:
    blocks that ran of those launched, elements compared of those in the outputs.
    """

    reference: str
    steps: int
    runs: int
    machine: str
    blocks: list[int]
    elements: list[int]
    worst: float | None
    right: bool | None
    verdict: str
    failures: list[str]
    notes: list[str]
    error: str


@closed
class DumpRecord(TypedDict):
    """What was dumped of a rung: its steps, how many are kernels, and the files below the folder.

    `bytes` and `launch` are of the last step; `idle` steps have no effect and do not say so,
    `false_claims` say so and have one. `verification` is null where none was asked for.
    """

    reference: str
    steps: int
    kernels: int
    bytes: int
    launch: str
    files: list[str]
    idle: list[str]
    false_claims: list[str]
    problem: str
    verification: VerificationRecord | None
    error: str


@closed
class ExplorationRecord(TypedDict):
    """A schedule's steps, and whether they are right; `problem` says why the last is no kernel."""

    reference: str
    steps: list[StepRecord]
    verification: VerificationRecord
    problem: str


@closed
class GpuVerificationRecord(TypedDict):
    """A rung's kernel on a GPU; the errors of a wrong one are null."""

    ladder: str
    rung: str
    shape: list[int]
    dtype: str
    kernel: str
    of_tolerance: float | None
    relative_error: float | None
    right: bool
    runs: int
    message: str


@closed
class ToolVerdict(TypedDict):
    """What one of compute-sanitizer's tools said."""

    state: str
    errors: int
    message: str


@closed
class SanitizerRecord(TypedDict):
    """What compute-sanitizer's tools said of a rung's kernel."""

    ladder: str
    rung: str
    shape: list[int]
    dtype: str
    kernel: str
    tools: dict[str, ToolVerdict]


@closed
class RemovableRecord(TypedDict):
    """A barrier, wait or fence that a kernel could do without."""

    rung: str
    shape: list[int]
    line: int | None
    instruction: str
    reason: str


@closed
class StepFiguresRecord(TypedDict):
    """A step's calls and its kernel: sums over its launches, but the most registers and bytes of
    shared memory that one takes. Null for what is not known of it."""

    step: str
    primitives: list[str]
    key: str
    registers: int | None
    spill_bytes: int | None
    local_bytes: int | None
    shared_bytes: int | None
    conflicts: int | None
    sectors: int | None
    predicted_us: float | None
    findings: list[str] | None


@closed
class RegressionRecord(TypedDict):
    """A figure of the last step that is larger than recorded, and since which step and change."""

    figure: str
    recorded: float
    now: float
    step: str
    change: str
    message: str


@closed
class CheckRecord(TypedDict):
    """A schedule's figures, step by step; `regressions` against a record that was given.

    `verdict` is that of `VerificationRecord`, on the last step; `failures` say what is wrong with
    it, `notes` what did not run. `error` says why there are no figures. Records of earlier versions
    have no verdict.
    """

    reference: str
    shape: list[int]
    arch: str
    chip: str
    versions: dict[str, str]
    steps: list[StepFiguresRecord]
    verdict: NotRequired[str]
    failures: NotRequired[list[str]]
    notes: NotRequired[list[str]]
    regressions: list[RegressionRecord]
    error: str
