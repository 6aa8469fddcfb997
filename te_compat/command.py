"""`schedules migrate`: an old te.create_schedule script as one for plain TVM."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.options import OUT_FILE, json_option, shape_option
from schedules.commands.show import print_text


def parse_variables(_context: click.Context, _param: click.Parameter, texts: Sequence[str]):
    """'n=1024' as numbers by name."""
    sizes = {}
    for text in texts:
        name, _, number = text.partition("=")
        if not name or not number.isdigit() or int(number) < 1:
            raise UserError(f"malformed --var {text!r}: write a name and a number, as in n=1024")
        sizes[name] = int(number)
    return sizes


var_option = click.option(
    "--var",
    "sizes",
    multiple=True,
    callback=parse_variables,
    metavar="NAME=NUMBER",
    help="Value of the script's te.var of that name. Repeatable.",
)


@click.command("migrate")
@click.argument("script", metavar="OLD.py", type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", type=OUT_FILE, metavar="NEW.py", help="File to write; by default stdout."
)
@click.option(
    "--each-lower",
    is_flag=True,
    help="Write a function for each tvm.lower, not only for the last.",
)
@click.option("--force", is_flag=True, help="Overwrite NEW.py if it exists.")
@json_option("texts")
@shape_option
@var_option
def command(
    script: Path,
    out: Path | None,
    each_lower: bool,
    force: bool,
    as_json: bool,
    shape,
    sizes: dict[str, int],
) -> None:
    """Convert an old te.create_schedule script to TVM 0.27: TE, then s_tir.Schedule calls.

    --shape sets the script's arguments and, in order, its symbolic extents. docs/migrating.md
    lists what each old call becomes.
    """
    from .migrate import run_migrate

    arguments = [str(extent) for extent in shape or ()]
    text, notice = run_migrate(script, out, arguments, each_lower, force, sizes)
    click.echo(notice, err=True, nl=False)
    if as_json:
        # The file contains what would be printed.
        text = text or out.read_text(encoding="utf-8")
    if text:
        print_text(str(script), "te", "python", text, as_json)
