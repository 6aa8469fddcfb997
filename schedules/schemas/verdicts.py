"""Dumps, and results of compute-sanitizer."""

from __future__ import annotations

from dataclasses import dataclass

from ..analyses.verification.compute_sanitizer import ToolVerdict
from ..analyses.verification.verdict import Verification


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
    verification: Verification | None
    error: str


@dataclass(frozen=True)
class SanitizerRecord:
    """The results of compute-sanitizer's tools for a rung's kernel."""

    ladder: str
    rung: str
    shape: list[int]
    dtype: str
    kernel: str
    tools: dict[str, ToolVerdict]
