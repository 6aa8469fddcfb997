"""`schedules show`: one step at one level; a rung's last step; or what a ladder is about."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import UserError
from .options import arch_option, shape_option
from .terminal import print_code

DOCS = Path(__file__).parents[2] / "docs"


@click.command("show")
@click.argument("reference")
@click.option(
    "--level",
    help="tir, lowered, cuda, ptx, sass, opencl, metal, wgsl; for CPUs tir, lowered, asm, llvm.",
)
@arch_option
@shape_option
def command(reference: str, level: str | None, arch: str | None, shape) -> None:
    """One step at one level; a rung's last step; or what a ladder is about."""
    from ..levels import LEVELS, check_level
    from ..names import is_kernel_file, resolve
    from ..results.dumps import text_of

    if is_kernel_file(reference):
        show_kernel_file(reference, level, arch, shape)
        return
    named = resolve(reference, shape)
    if level is None and len(named.rungs) > 1:
        show_ladder(reference)
        return
    level = check_level(level or "tir", named.rung.target)
    print_code(text_of(named.kernel(arch), level), LEVELS[level].language)


def show_kernel_file(reference: str, level: str | None, arch: str | None, shape) -> None:
    """A kernel of a file at a level, by default its own."""
    from ..kernel_file import KernelFile
    from ..levels import LEVELS

    if shape or arch:
        raise UserError(f"{reference} is a kernel for sm_90: --shape and --arch go with schedules")
    kernel = KernelFile(reference)
    level = kernel.check_level(level or kernel.levels[0])
    print_code(kernel.text(level), LEVELS[level].language)


def show_ladder(name: str) -> None:
    """A ladder's rungs with their reasons, figures, and what came of each step."""
    from ..catalog import ladder as find
    from ..results.groups import committed
    from ..results.reproduction import lines_of

    ladder = find(name)
    steps = lines_of(ladder, committed(DOCS / "results"), DOCS / "ladders")
    click.echo(f"{ladder.name}: {ladder.title}\n{ladder.workload}")
    for figure in ladder.reference:
        click.echo(f"  reference: {figure}")
    for rung in ladder.rungs.values():
        click.echo(f"\n{rung.index:02d} {rung.name}")
        click.echo("\n".join(f"   {line}".rstrip() for line in rung.doc.splitlines()))
        if rung.build.describe():
            click.echo(f"   build: {rung.build.describe()}")
        for figure in rung.figures:
            click.echo(f"   source: {figure}")
        for line in steps.get(rung.name, ()):
            click.echo(f"   {line}")
