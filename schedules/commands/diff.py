"""`schedules diff`: what differs between two steps or two rungs."""

from __future__ import annotations

import click

from ..views.terminal import print_code, print_json
from .options import REFERENCE, takes


@click.command("diff")
@click.argument("first", type=REFERENCE)
@click.argument("second", type=REFERENCE)
@click.option(
    "--level",
    help="Level to compare; by default cuda (asm for a CPU), or tir if a step is not yet a kernel.",
)
@takes("arch", "compiler", "shape", json="differences")
def command(
    first: str,
    second: str,
    level: str | None,
    as_json: bool,
    arch: str | None,
    shape,
) -> None:
    """Compare two steps, two rungs, or kernels in files, at one level."""
    from ..api.differences import Diff
    from ..sources.names import resolve_rung

    kernels = [resolve_rung(reference, shape).kernel(arch) for reference in (first, second)]
    diff = Diff.of(*kernels, level)
    if as_json:
        print_json(diff.kind, [diff])
        return
    if not diff:
        click.echo(f"schedules: {first} and {second} are identical at this level", err=True)
    print_code(diff.text, "diff")
