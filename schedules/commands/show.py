"""`schedules show`: one step at one level; a rung's last step; or a ladder's description."""

from __future__ import annotations

import click

from ..views.terminal import print_code, print_json
from .options import REFERENCE, takes


@click.command("show")
@click.argument("reference", type=REFERENCE)
@click.option(
    "--level",
    help="tir, lowered, cuda, ptx, sass, opencl, metal, wgsl; for a CPU: tir, lowered, asm, llvm.",
)
@takes("arch", "compiler", "shape", "launch", json=("texts", "ladders"))
def command(reference: str, level: str | None, as_json: bool, **asked) -> None:
    """Print a step or a rung's last step at one level, or the description of a ladder."""
    from ..core.target import LEVELS
    from ..sources.names import resolve
    from ..sources.outlines import outlines
    from ..views.dumps import text_of

    named = resolve(reference, **asked)
    if level is None and len(named.rungs) > 1:
        if as_json:
            print_json("ladders", outlines(reference))
        else:
            show_ladder(reference)
        return
    kernel = named.kernel()
    level = kernel.check_level(level or kernel.levels[0])
    print_text(kernel.name, level, LEVELS[level].language, text_of(kernel, level), as_json)


def print_text(name: str, level: str, language: str, text: str, as_json: bool) -> None:
    """A text of a level, in colours on a terminal, or as a document."""
    if as_json:
        record = {"name": name, "level": level, "language": language, "text": text}
        print_json("texts", [record])
    else:
        print_code(text, language)


def show_ladder(name: str) -> None:
    """Print a ladder's rungs with their descriptions and figures."""
    from ..core.ladder import ladder as find

    ladder = find(name)
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
