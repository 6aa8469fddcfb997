"""Dumping and verifying rungs in several processes, and reporting the outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import (
    MACHINE,
    Check,
    Verdict,
    coverage,
    verdict_of,
    verification_record,
    worst_error,
)
from ..core.data import LEFT_OUT, Column
from ..processes.isolation import FileLimits, run_isolated
from ..processes.pool import in_processes
from ..sources.names import is_file, named_paths, resolve_whole
from ..views.terminal import print_json, print_table
from .annotations import GITHUB, annotate_failures
from .program import INTERNAL_ERROR, internal_error, print_crash, shown


@dataclass(frozen=True)
class Asked:
    """The task of one process: what to do with one rung."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    dumped: bool
    # Where to verify it: SERIAL, MACHINE, CUDA.
    verified: tuple[str, ...]
    # Launch options of the command line, for a kernel file.
    launch: Mapping[str, Any] = field(default_factory=dict)
    most_steps: int = FileLimits.steps
    # Verify at one shape per rung instead of all its shapes.
    one_shape: bool = False

    # Whether the command line names this rung itself.
    named: bool = False

    @property
    def ladder(self) -> str:
        """The ladder, whose rungs share steps."""
        return self.reference.partition(":")[0]

    def shapes(self, rung) -> list[Sequence[int]]:
        """The shapes to verify a rung at."""
        if self.shape:
            return [self.shape]
        return [rung.one_shape()] if self.one_shape else rung.verify_shapes()


@dataclass
class Outcome:
    """The outcome for one rung; plain data, because it crosses a process boundary.

    `error` says why something could not run. `crash` is the line of an exception in this program,
    `traceback` its traceback. `lost`: its process gave no answer.
    """

    reference: str
    ladder: str = ""
    steps: int = 0
    kernels: int = 0
    launch: str = ""
    source_bytes: int = 0
    files: dict[str, str] = field(default_factory=dict)
    section: str = ""
    idle: list[str] = field(default_factory=list)
    false_claims: list[str] = field(default_factory=list)
    broken: str = ""
    checks: list[Check] = field(default_factory=list)
    # One word for why no SASS was simulated.
    not_run: str = ""
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: str = ""
    crash: str = ""
    traceback: str = ""
    lost: bool = False

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.checks, self.error or self.crash)

    @property
    def machine(self) -> str:
        """What was simulated, or the reason why nothing was."""
        return coverage(self.checks) or (f"not run: {self.not_run}" if self.not_run else "-")

    def record(self) -> dict[str, Any]:
        """The outcome of its verification, for JSON."""
        return verification_record(
            self.reference,
            self.checks,
            machine=self.machine,
            failures=self.failures,
            notes=self.notes,
            error=self.error or self.crash,
        )

    def dump_record(self) -> dict[str, Any]:
        """The outcome of its dump, for JSON."""
        names = ("reference", "steps", "kernels", "launch", "idle", "false_claims", "error")
        return {
            **{name: getattr(self, name) for name in names},
            "bytes": self.source_bytes,
            "files": sorted(self.files),
            "problem": self.broken,
        }


def outcomes_of(
    references: Sequence[str],
    shape,
    arch: str | None = None,
    limits: FileLimits = FileLimits(),
    *,
    dumped: bool = False,
    verified: Sequence[str] = (),
    launch: Mapping[str, Any] | None = None,
    one_shape: bool = False,
) -> list[Outcome]:
    """The outcome of each rung of the references, in order; without references, of the whole
    catalog.

    A user's file is processed in a separate process.
    """
    paths = named_paths(references)
    how = (shape, arch, dumped, tuple(verified), launch or {}, limits.steps, one_shape)
    asked = [Asked(path, *how, named=path in references) for path in paths]
    outcomes = iter(
        in_processes(
            perform,
            [request for request in asked if not is_file(request.reference)],
            lambda request: request.ladder,
            lines=dumped,
        )
    )
    return [
        perform_isolated(request, limits) if is_file(request.reference) else next(outcomes)
        for request in asked
    ]


def perform_isolated(asked: Asked, limits: FileLimits) -> Outcome:
    """`perform` in a separate process; if that dies, the outcome says so."""
    outcome, problem = run_isolated(perform, asked, asked.reference, limits)
    return outcome or Outcome(asked.reference, error=problem, lost=True)


def perform(asked: Asked) -> Outcome:
    """Dump and verify one rung, as requested. Errors are part of the outcome."""
    outcome = Outcome(asked.reference)
    try:
        _perform(asked, outcome)
    except UserError as error:
        outcome.error = str(error)
    except MemoryError:
        raise
    except Exception as error:  # an internal error, whatever its class
        outcome.crash, outcome.traceback = internal_error(asked.reference, error)
    return outcome


def _perform(asked: Asked, outcome: Outcome) -> None:
    rung = resolve_whole(asked.reference, asked.shape, asked.launch).rung
    outcome.ladder = rung.ladder
    if asked.dumped:
        _dump(asked, rung, outcome)
    if asked.verified:
        _verify(asked, rung, outcome)


def _dump(asked: Asked, rung, outcome: Outcome) -> None:
    from ..analyses.effects import false_claims, idle_steps
    from ..core.kernel import kernels_of
    from ..views.dumps import index_section, rung_files

    kernels = kernels_of(rung, asked.shape, asked.arch)
    outcome.files, outcome.section = rung_files(kernels), index_section(rung, kernels)
    outcome.steps = len(kernels)
    outcome.kernels = sum(kernel.source is not None for kernel in kernels)
    outcome.launch = kernels[-1].launch
    outcome.broken = kernels[-1].no_kernel
    outcome.source_bytes = len(kernels[-1].source or "")
    outcome.idle = [step.name for step in idle_steps(kernels)]
    outcome.false_claims = [step.name for step in false_claims(kernels)]


@cache
def _verifier():
    """One per process: rungs share steps, and each distinct step runs once."""
    from ..analyses.verification.serial import Verifier

    return Verifier()


def _verify(asked: Asked, rung, outcome: Outcome) -> None:
    """Run every step sequentially, and the last one also as simulated SASS."""
    from ..analyses.verification.verify import verify_rung
    from ..compile.compiler import Compiler, for_small_shapes
    from ..core.kernel import last_kernel

    target = rung.lowered_for(asked.arch)
    backend = for_small_shapes() if asked.one_shape and not asked.shape else None
    done = verify_rung(
        rung,
        asked.shapes(rung),
        asked.verified,
        lambda shape: last_kernel(rung, rung.at(shape), target, Compiler(target, backend)),
        on_cpu=target.on_cpu,
        verifier=_verifier() if rung.has_tir else None,
        most_steps=asked.most_steps,
    )
    outcome.checks, outcome.not_run = list(done.checks), done.brief
    outcome.steps = len({check.step for check in done.checks})
    outcome.failures = [
        f"{failed_at(rung.path, check)}: {text}" for check in done.checks for text in check.problems
    ]
    outcome.notes = [f"{asked.reference}: {text}" for text in done.notes]
    if done.inapplicable and not asked.named:
        outcome.notes.append(done.not_run)
    else:
        outcome.error = done.problem or ("" if done.checks else done.not_run)


def failed_at(path: str, check: Check) -> str:
    """'LADDER:RUNG:STEP at SHAPE, random inputs, simulated SASS'."""
    shape = ",".join(map(str, check.shape))
    where = f"{path}:{check.step}" + (f" at {shape}" if shape else "")
    machine = ", simulated SASS" if check.where == MACHINE else ""
    return f"{where}, {check.inputs} inputs{machine}"


COLUMNS = ("runs", Column("simulated SASS", narrow=LEFT_OUT), "worst error", "verdict")


def verdict_cells(outcome: Outcome) -> list:
    """The cells of COLUMNS: runs, what ran in the simulator, worst error, verdict."""
    worst = worst_error(outcome.checks) if outcome.verdict is Verdict.CORRECT else None
    error = "-" if worst is None else f"{worst:.2f} of tolerance"
    many = f"{len(outcome.failures)} " if outcome.verdict is Verdict.WRONG else ""
    return [len(outcome.checks), outcome.machine, error, f"{many}{outcome.verdict}"]


def print_verdicts(outcomes: Sequence[Outcome]) -> None:
    """A row per rung: what ran, and the verdict."""
    rows = [[rung.reference, rung.steps, *verdict_cells(rung)] for rung in outcomes]
    print_table(("rung", "steps", *COLUMNS), rows)


def print_verification(outcomes: Sequence[Outcome], as_json: bool, style: str = "text") -> int:
    """Print outcomes as `verify` does; returns the exit code of `print_failures`."""
    if as_json:
        print_json("verifications", [outcome.record() for outcome in outcomes])
    elif style == GITHUB:
        annotate_failures("schedules verify", outcomes)
    else:
        print_verdicts(outcomes)
    return print_failures(outcomes)


def print_failures(outcomes: Sequence[Outcome], verified: bool = True) -> int:
    """Print failures, notes and errors; returns the exit code.

    70 for an internal error, 2 for a rung that could not run, 1 for wrong results, also of a rung
    of which not everything could run.
    """
    for outcome in outcomes:
        for line in (*outcome.failures, *outcome.notes):
            click.echo(line, err=True)
        if outcome.error:
            click.echo(f"schedules: {shown(outcome.error)}", err=True)
        if outcome.crash:
            print_crash(outcome.crash, outcome.traceback)
    codes = [outcome.verdict.exit_code for outcome in outcomes if outcome.checks]
    codes += [2 for one in outcomes if one.error and one.verdict is not Verdict.WRONG]
    if verified and not any(outcome.checks for outcome in outcomes):
        codes.append(2)
    codes += [INTERNAL_ERROR for outcome in outcomes if outcome.crash]
    return max(codes, default=0)
