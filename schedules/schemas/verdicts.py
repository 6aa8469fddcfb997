"""Whether kernels are right, and no worse than they were."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VerificationRecord:
    """A rung on the CPU. `verdict` is "correct", "no findings, values not compared", "wrong" or
    "not run"; `error` says why something did not run. `right` is true for correct, false for wrong.

    `worst` is the largest error as a fraction of the tolerance, null unless correct; `machine` says
    what ran as simulated SASS. `blocks` and `elements` are pairs, over the runs as simulated SASS:
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


@dataclass(frozen=True)
class DumpRecord:
    """What was dumped of a rung: its steps, how many are kernels, and the files below the folder.

    `bytes` and `launch` are of the last step; `idle` steps have no effect and do not declare it,
    `false_claims` declare none and have one. `verification` is null without --verify.
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


@dataclass(frozen=True)
class GpuVerificationRecord:
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


@dataclass(frozen=True)
class ToolVerdict:
    """The result of one tool of compute-sanitizer."""

    state: str
    errors: int
    message: str


@dataclass(frozen=True)
class SanitizerRecord:
    """The results of compute-sanitizer's tools for a rung's kernel."""

    ladder: str
    rung: str
    shape: list[int]
    dtype: str
    kernel: str
    tools: dict[str, ToolVerdict]


@dataclass(frozen=True)
class RemovableRecord:
    """A barrier, wait or fence that a kernel does not need."""

    rung: str
    shape: list[int]
    line: int | None
    instruction: str
    reason: str
