"""Results of verification and of dumps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VerificationRecord:
    """The verification of a rung on the CPU.

    `verdict` is "correct", "no findings, values not compared", "wrong" or "not run"; `right` is
    true for correct and false for wrong. `error` is the reason if a run was not possible. `worst`
    is the largest error as a fraction of the tolerance, null unless the result is correct.
    `machine` describes what ran as simulated SASS. `blocks` counts the simulated and the launched
    blocks, `elements` the compared elements and those of the outputs, each summed over these runs.
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
    """A dumped rung: the number of its steps and kernels, and its files relative to the folder.

    `bytes` and `launch` describe the last step. `idle` lists steps that have no effect and do not
    declare it, `false_claims` steps that declare to have no effect but have one. `verification` is
    null without --verify.
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
    """The verification of a rung's kernel on a GPU; the errors are null if the result is wrong."""

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
