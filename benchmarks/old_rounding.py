"""Whether a script's check fails by rounding alone: `python -m benchmarks.old_rounding SCRIPT`.

The script runs through te_compat, and each array that a built function wrote is kept. If an
`assert_allclose` fails, the unscheduled computation is evaluated in float64 on the same inputs,
with a bound on the rounding error of each element in its own dtypes. If both arrays of the failed
check are within that bound, the check's tolerance is smaller than rounding; otherwise something
computes a wrong result.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import click
import numpy as np

from gpusim.errors import UserError
from schedules.analyses.verification.compare import compare
from schedules.sources.tir_workload import Computation
from te_compat.build import Built
from te_compat.rung import histories_of, unscheduled
from te_compat.script import run_script
from te_compat.session import History
from te_compat.symbolic import Sizes, solved

ROUNDING, WRONG = "within rounding", "not within rounding"


@dataclass(frozen=True)
class Call:
    """A call of a built function: the line of its build, its arrays before and after it."""

    line: int
    sizes: dict[str, int]
    before: list[np.ndarray]
    after: list[np.ndarray]


@dataclass
class Kept:
    """The calls of one run of a script, and the pairs of arrays of its failed checks."""

    calls: list[Call] = field(default_factory=list)
    failed: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)


def _numpy(given) -> np.ndarray:
    return np.array(given.numpy() if hasattr(given, "numpy") else given)


@contextlib.contextmanager
def keeping(kept: Kept) -> Iterator[None]:
    """Keep calls of built functions and failed `assert_allclose` of the block."""
    call, check = Built.__call__, np.testing.assert_allclose

    def called(built: Built, *arrays) -> None:
        sizes = built.symbolic and solved(built.symbolic.args, arrays)
        before = [_numpy(array) for array in arrays]
        call(built, *arrays)
        names = {str(var.name): number for var, number in (sizes or {}).items()}
        after = [_numpy(array) for array in arrays]
        kept.calls.append(Call(built.call.line, names, before, after))

    def checked(actual, desired, *rest, **options) -> None:
        try:
            check(actual, desired, *rest, **options)
        except AssertionError:
            kept.failed.append((_numpy(actual), _numpy(desired)))
            raise

    with (
        mock.patch.object(Built, "__call__", called),
        mock.patch.object(np.testing, "assert_allclose", checked),
    ):
        yield


def _history(script: Path, call: Call) -> History:
    """The schedule that was built in the line of a call, or the only one."""
    every = histories_of(script, [], sizes=Sizes(dict(call.sizes)))
    matching = [
        history for history in every if call.line in [each.call.line for each in history.lowered]
    ]
    if len(matching or every) != 1:
        raise UserError(f"line {call.line} builds several schedules")
    return (matching or every)[0]


def errors(script: Path, pair: tuple[np.ndarray, np.ndarray], kept: Kept) -> list[float]:
    """How far both arrays of a failed check are from float64, relative to the rounding bound.

    Raises
    ------
    UserError
        Neither of them is an output of a built function, or no bound can be derived.
    """
    for call in reversed(kept.calls):
        for index, array in enumerate(call.after):
            if any(np.array_equal(array, checked) for checked in pair):
                computation = Computation(unscheduled(_history(script, call)))
                inputs = call.before[: -len(computation.outputs())]
                where = index - len(inputs)
                exact = computation.reference(inputs)[where]
                bound = computation.tolerance(inputs)[where]
                return [compare(checked, exact, bound)[0] for checked in pair]
    raise UserError("no built function wrote the array that is checked")


def verdict(script: Path) -> str:
    """ROUNDING or WRONG, and the errors."""
    kept = Kept()
    with keeping(kept), contextlib.redirect_stdout(io.StringIO()):
        try:
            run_script(script, on_cpu=True)
        except AssertionError:
            if not kept.failed:
                return f"{WRONG}: the check is no assert_allclose"
        else:
            return f"{WRONG}: the check passed this time"
    shares = errors(script, kept.failed[-1], kept)
    said = " and ".join(f"{share:.2g}" for share in shares)
    kind = ROUNDING if max(shares) <= 1 else WRONG
    return f"{kind}: {said} of the bound of float64 for the two arrays that it compares"


@click.command()
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(script: Path) -> None:
    """Say whether a script's own check fails by rounding alone; exit status 1 if not."""
    said = verdict(script)
    click.echo(said, err=True)
    sys.exit(0 if said.startswith(ROUNDING) else 1)


if __name__ == "__main__":
    from schedules.commands.program import run_command

    run_command(command, "benchmarks.old_rounding")
