"""`schedules diff`: what differs between two steps or two rungs."""

from __future__ import annotations

import click

from ..core.data import Table
from ..views.terminal import print_code, print_json, print_rows
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
    first: str,
    second: str,
    level: str | None,
    why: bool,
    as_json: bool,
    chip: str | None,
    arch: str | None,
    shape,
) -> None:
    """Compare two steps, two rungs, or kernels in files: their code at one level, or their times.

    With --why, properties of the faster kernel are transplanted into the slower one, one at a time,
    and its time is predicted again, until at most three of them explain 90 % of the difference.
    docs/predicting.md lists the properties.
    """
    from ..api.differences import Diff, Why
    from ..sources.names import resolve_rung

    if why and level:
        raise click.UsageError("--why compares times: leave out --level")
    if chip and not why:
        raise click.UsageError("--chip requires --why")
    if why:
        (before,), on = kernels_on(first, chip, arch, shape, {})
        (after,), _ = kernels_on(second, on.name, arch, shape, {})
        explained = Why.of(before, after, on.name)
        if as_json:
            print_json(explained.kind, [explained])
            return
        click.echo(repr(explained))
        if explained.causes:
            print_rows(Table.of(explained.causes))
        return
    kernels = [resolve_rung(reference, shape).kernel(arch) for reference in (first, second)]
    diff = Diff.of(*kernels, level)
    if as_json:
        print_json(diff.kind, [diff])
        return
    if not diff:
        click.echo(f"schedules: {first} and {second} are identical at this level", err=True)
    print_code(diff.text, "diff")
