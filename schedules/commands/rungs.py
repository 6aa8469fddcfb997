"""Dumping and verifying rungs in several processes, and reporting the outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import click

from gpusim.columns import LEFT_OUT, Column
from gpusim.errors import UserError

from ..analyses.verification.verdict import Verdict, Verification
from ..processes.isolation import FileLimits, run_isolated
from ..processes.pool import in_processes
from ..sources.names import is_file, named_paths, resolve_whole
from ..views.terminal import print_json, print_table
from .program import GITHUB, INTERNAL_ERROR, annotate_failures, internal_error, print_crash, shown


@dataclass(frozen=True)
class RungTask:
    """The task of one process: what to do with one rung."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    dumped: bool
    # Where to verify it: SERIAL, MACHINE, CUDA.
    verified: tuple[str, ...]
    # Launch options of the command line, for a kernel file.
    launch: Mapping[str, Any] = field(default_factory=dict)
    limits: FileLimits = FileLimits()
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

    `found` is what was verified, None if it was not. `error` says why something could not run.
    `crash` is the line of an exception in this program, `traceback` its traceback. `lost`: its
    process gave no answer.
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
    found: Verification | None = None
    error: str = ""
    crash: str = ""
    traceback: str = ""
    lost: bool = False

    @classmethod
    def failed(cls, reference: str, error: Exception) -> Outcome:
        """The outcome of an exception: bad input, or an internal error."""
        if isinstance(error, UserError):
            return cls(reference, error=str(error))
        line, traceback = internal_error(reference, error)
        return cls(reference, crash=line, traceback=traceback)

    @property
    def verified(self) -> Verification:
        """What was verified, or why nothing was."""
        if self.found is not None:
            return self.found
        return Verification(self.reference, problem=self.error or self.crash)

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
    how = (shape, arch, dumped, tuple(verified), launch or {}, limits, one_shape)
    asked = [RungTask(path, *how, named=path in references) for path in paths]
    return distributed(
        perform,
        asked,
        limits,
        lambda request, problem: Outcome(request.reference, error=problem, lost=True),
        lambda request: request.ladder,
        lines=dumped,
    )


def distributed(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    limits: FileLimits,
    lost: Callable[[Any, str], Any],
    group: Callable[[Any], str] = lambda task: "",
    *,
    lines: bool = False,
) -> list[Any]:
    """The results of `work` on each task, in order; a task has a `reference`.

    A user's file is worked on in a separate process with limits, rungs in a few processes as
    `in_processes` does. `lost` is the result of a task whose process gave no answer, and why.
    """
    results = iter(
        in_processes(
            work,
            [task for task in tasks if not is_file(task.reference)],
            group,
            lost=lambda task, error: lost(task, f"{task.reference}: {error}"),
            lines=lines,
        )
    )

    def isolated(task: Any) -> Any:
        result, problem = run_isolated(work, task, task.reference, limits)
        return lost(task, problem) if problem else result

    return [isolated(task) if is_file(task.reference) else next(results) for task in tasks]


def perform(asked: RungTask) -> Outcome:
    """Dump and verify one rung, as requested. Errors are part of the outcome."""
    outcome = Outcome(asked.reference)
    try:
        _perform(asked, outcome)
    except MemoryError:
        raise
    except Exception as error:  # an internal error, whatever its class, is part of the outcome
        failed = Outcome.failed(asked.reference, error)
        return replace(outcome, error=failed.error, crash=failed.crash, traceback=failed.traceback)
    return outcome


def _perform(asked: RungTask, outcome: Outcome) -> None:
    rung = resolve_whole(asked.reference, asked.shape, asked.launch).rung
    outcome.ladder = rung.ladder
    if asked.dumped:
        _dump(asked, rung, outcome)
    if asked.verified:
        _verify(asked, rung, outcome)


def _dump(asked: RungTask, rung, outcome: Outcome) -> None:
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


def _verify(asked: RungTask, rung, outcome: Outcome) -> None:
    """Run every step sequentially, and the last one also as simulated SASS."""
    from gpusim.launch import Options

    from ..analyses.verification.verify import verify_rung
    from ..compile.compiler import for_small_shapes
    from ..core.kernel import kernels_of

    backend = for_small_shapes() if asked.one_shape and not asked.shape else None
    done = verify_rung(
        rung,
        asked.shapes(rung),
        asked.verified,
        lambda shape: kernels_of(rung, shape, asked.arch, backend=backend),
        verifier=_verifier() if rung.has_tir else None,
        options=Options(most_steps=asked.limits.steps, all_blocks=asked.limits.all_blocks),
    )
    if done.inapplicable and not asked.named:
        done = replace(done, notes=(*done.notes, done.not_run), not_run="")
    outcome.found, outcome.error = done, done.error


COLUMNS = ("runs", Column("simulated SASS", narrow=LEFT_OUT), "worst error", "verdict")


def verdict_cells(found: Verification) -> list:
    """The cells of COLUMNS: runs, what ran in the simulator, worst error, verdict."""
    error = "-" if found.worst is None else f"{found.worst:.2f} of tolerance"
    many = f"{len(found.failures)} " if found.verdict is Verdict.WRONG else ""
    return [found.runs, found.machine, error, f"{many}{found.conclusion}"]


def print_verdicts(outcomes: Sequence[Outcome]) -> None:
    """A row per rung: what ran, and the verdict."""
    found = [outcome.verified for outcome in outcomes]
    rows = [[each.reference, each.steps, *verdict_cells(each)] for each in found]
    print_table(("rung", "steps", *COLUMNS), rows)


def print_verification(outcomes: Sequence[Outcome], as_json: bool, style: str = "text") -> int:
    """Print outcomes as `verify` does; returns the exit code of `print_failures`."""
    if as_json:
        print_json("verifications", [outcome.verified for outcome in outcomes])
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
        found = outcome.verified
        failures = [] if outcome.crash else found.failures
        for line in (*failures, *(f"{found.reference}: {note}" for note in found.notes)):
            click.echo(line, err=True)
        if outcome.error:
            click.echo(f"schedules: {shown(outcome.error)}", err=True)
        if outcome.crash:
            print_crash(outcome.crash, outcome.traceback)
    found = [outcome.verified for outcome in outcomes]
    codes = [each.verdict.exit_code for each in found if each.checks]
    codes += [2 for one in outcomes if one.error and one.verified.verdict is not Verdict.WRONG]
    if verified and not any(each.checks for each in found):
        codes.append(2)
    codes += [INTERNAL_ERROR for outcome in outcomes if outcome.crash]
    return max(codes, default=0)
