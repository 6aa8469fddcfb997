"""`schedules diff`: what differs between two steps or two rungs."""

from __future__ import annotations

import click

from ..views.terminal import print_code, print_result
from .options import REFERENCE, takes
from .predict import kernels_on


@click.command("diff")
@click.argument("first", type=REFERENCE)
@click.argument("second", type=REFERENCE)
@click.option(
    "--level",
    help="Level to compare; by default cuda (asm for a CPU), or tir if a step is not yet a kernel.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Explain the difference of the predicted times: causes, and the lines that carry them.",
)
@takes("chip", "arch", "compiler", "shape", json=("differences", "causes"))
def command(
    first: str, second: str, level: str | None, why: bool, as_json: bool, chip: str | None, **asked
) -> None:
    """Compare two steps, two rungs, or kernels in files: their code at one level, or their times.

    With --why, properties of the faster kernel are transplanted into the slower one, one at a time,
    and its time is predicted again, until at most three of them explain 90 % of the difference.
    docs/predicting.md lists the properties.
    """
    from ..api.results import Diff, Why
    from ..sources.names import resolve_rung

    if why and level:
        raise click.UsageError("--why compares times: leave out --level")
    if chip and not why:
        raise click.UsageError("--chip requires --why")
    if why:
        (before,), on = kernels_on(first, chip, **asked)
        (after,), _ = kernels_on(second, on.name, **asked)
        print_result(Why.of(before, after, on.name), as_json)
        return
    diff = Diff.of(*(resolve_rung(one, **asked).kernel() for one in (first, second)), level)
    if as_json:
        print_result(diff, as_json)
        return
    if not diff:
        click.echo(f"schedules: {first} and {second} are identical at this level", err=True)
    print_code(diff.text, "diff")
