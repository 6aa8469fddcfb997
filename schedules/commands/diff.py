"""`schedules diff`: what differs between two steps or two rungs."""

from __future__ import annotations

import shutil
import sys

import click

from .options import arch_option, shape_option
from .terminal import PIPED_WIDTH, print_code
from .textdiff import columns, unified


@click.command("diff")
@click.argument("first")
@click.argument("second")
@click.option("--level", help="Level to compare, by default cuda (asm for a CPU).")
@click.option("--side-by-side", is_flag=True, help="Two columns instead of a unified diff.")
@arch_option
@shape_option
def command(
    first: str, second: str, level: str | None, side_by_side: bool, arch: str | None, shape
) -> None:
    """What differs between two steps or two rungs."""
    from ..levels import check_level, source_level
    from ..names import resolve_rung

    texts = []
    for reference in (first, second):
        named = resolve_rung(reference, shape)
        kind = named.rung.target
        kernel = named.kernel(arch)
        text = kernel.text(check_level(level or source_level(kind), kind))
        texts.append((f"{named.rung.path}:{kernel.step.name}", text))
    if texts[0][1] == texts[1][1]:
        click.echo(f"schedules: {first} and {second} are the same here", err=True)
    if side_by_side:
        width = shutil.get_terminal_size()[0] if sys.stdout.isatty() else PIPED_WIDTH
        click.echo(columns(*texts[0], *texts[1], width=width), nl=False)
    else:
        print_code(unified(*texts[0], *texts[1]), "diff")
