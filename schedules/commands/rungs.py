"""Work on rungs and files in other processes: what came of it, and how that is reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import Verdict
from ..core.data import Table
from ..processes.platforms import FileLimits
from ..processes.worker import in_processes, run_isolated
from ..sources.names import Reference, is_file, ladder_of, named_paths, resolve_whole
from ..views.terminal import print_json, print_rows
from .program import INTERNAL_ERROR, annotate, internal_error, print_crash, shown


@dataclass(frozen=True)
class Outcome:
    """What work on a reference gave; plain data, because it crosses a process boundary.

    `error` says why there is no `result`: invalid input or, with a `traceback`, an exception in
    this program. `code` is the exit status for it. `lost`: the process gave no answer.
    """

    reference: str
    result: Any = None
    error: str = ""
    traceback: str = ""
    code: int = 0
    lost: bool = False

    @classmethod
    def failed(cls, reference: str, error: Exception) -> Outcome:
        """The outcome of an exception: bad input, or an internal error."""
        if isinstance(error, UserError):
            return cls(reference, error=str(error), code=error.exit_code)
        line, traceback = internal_error(reference, error)
        return cls(reference, error=line, traceback=traceback, code=INTERNAL_ERROR)

    @property
    def verdict(self) -> Verdict:
        """The verdict, by itself or of a dump, or why there is none."""
        found = getattr(self.result, "verification", self.result)
        return Verdict(self.reference, problem=self.error) if found is None else found


def attempted(work: Callable[[str], Any], reference: str) -> Outcome:
    """The outcome of `work` on a reference; errors are part of it."""
    try:
        return Outcome(reference, work(reference))
    except MemoryError:
        raise
    except Exception as error:  # an internal error, whatever its class
        return Outcome.failed(reference, error)


def outcomes_of(
    work: Callable[[str], Any],
    references: Sequence[str],
    limits: FileLimits = FileLimits(),
    *,
    lines: bool = False,
) -> list[Outcome]:
    """The outcomes of `work` on LADDER:RUNGs and files, in order.

    A user's file is worked on in a separate process with limits, rungs in a few processes as
    `in_processes` does; those of a ladder, which share steps, in the same one.
    """
    attempt = partial(attempted, work)

    def lost(reference: str, error: object) -> Outcome:
        return Outcome(reference, error=str(error), code=UserError.exit_code, lost=True)

    def isolated(file: str) -> Outcome:
        outcome, problem = run_isolated(attempt, file, file, limits)
        return lost(file, problem) if problem else outcome

    rungs = in_processes(
        attempt,
        [reference for reference in references if not is_file(reference)],
        ladder_of,
        lost=lambda reference, error: lost(reference, f"{reference}: {error}"),
        lines=lines,
    )
    done = iter(rungs)
    return [isolated(one) if is_file(one) else next(done) for one in references]


# --- verification ---------------------------------------------------------------------------------


def verified(
    references: Sequence[str],
    places: Sequence[str],
    limits: FileLimits = FileLimits(),
    **asked: Any,
) -> list[Outcome]:
    """The outcome of verifying each rung of the references, by default of the whole catalog;
    `asked` is for `resolve`.

    That a rung never runs at these places is an error only if the command line names it.
    """
    work = partial(verify_reference, places=places, limits=limits, asked=asked)
    return [
        replace(outcome, result=replace(found, notes=(*found.notes, found.not_run), not_run=""))
        if (found := outcome.verdict).inapplicable and found.reference not in references
        else outcome
        for outcome in outcomes_of(work, named_paths(references), limits)
    ]


def verify_reference(
    reference: str, places: Sequence[str], limits: FileLimits, asked: Mapping[str, Any]
) -> Verdict:
    """Verify the rung of a reference."""
    return verify(resolve_whole(reference, **asked), places, limits)


# Rungs share steps, and each distinct step runs once in a process.
_RAN: dict = {}


def verify(
    named: Reference, places: Sequence[str], limits: FileLimits, *, one_shape: bool = False
) -> Verdict:
    """Verify a rung at its shape, by default at its small ones, or at `one_shape` of them."""
    from gpusim.launch import Options

    from ..analyses.verification.verify import verify_rung
    from ..core.kernel import kernels_of

    small = [named.rung.one_shape()] if one_shape else named.rung.verify_shapes()
    return verify_rung(
        named.rung,
        [named.shape] if named.shape else small,
        places,
        lambda shape: kernels_of(named.rung, shape, named.arch),
        ran=_RAN,
        options=Options(most_steps=limits.steps, all_blocks=limits.all_blocks),
    )


# --- reports --------------------------------------------------------------------------------------


def print_verified(outcomes: Sequence[Outcome], as_json: bool) -> int:
    """Print verifications and what went wrong; returns the exit code of `print_failures`."""
    found = [outcome.verdict for outcome in outcomes]
    if as_json:
        print_json(Verdict.kind, found)
    else:
        print_rows(Table.of(found))
    return print_failures(outcomes)


def print_failures(outcomes: Sequence[Outcome], verifies: bool = True) -> int:
    """Print failures, notes and errors; returns the exit code.

    70 for an internal error, 2 for a rung that could not run, 1 for wrong results, also of a rung
    of which not everything could run.
    """
    found = [outcome.verdict for outcome in outcomes]
    for each, outcome in zip(found, outcomes, strict=True):
        failures = [] if outcome.traceback else each.failures
        by = f"{each.compiler}: " if each.compiler else ""
        for failure in failures:
            annotate(failure, each.reference)
        for line in (*failures, *(f"{each.reference}: {note}" for note in each.notes)):
            click.echo(f"{by}{line}", err=True)
        print_problem(replace(outcome, error=outcome.error or each.error))
    codes = [each.verdict.exit_code for each in found if each.checks or each.error]
    if verifies and not any(each.checks for each in found):
        codes.append(UserError.exit_code)
    return max([*codes, *(outcome.code for outcome in outcomes)], default=0)


def print_problem(outcome: Outcome) -> int:
    """Print why work on a reference gave nothing, if so; returns the exit status."""
    if outcome.error:
        annotate(outcome.error, outcome.reference)
    if outcome.traceback:
        print_crash(outcome.error, outcome.traceback)
    elif outcome.error:
        click.echo(f"schedules: {shown(outcome.error)}", err=True)
    return outcome.code
