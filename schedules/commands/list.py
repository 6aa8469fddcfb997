"""`schedules list`: ladders, their rungs and steps."""

from __future__ import annotations

import click

from ..views.terminal import print_json, print_table
from .options import takes


@click.command("list")
@click.argument("ladder", required=False)
@takes(json="ladders")
def command(ladder: str | None, as_json: bool) -> None:
    """List ladders, their rungs and steps."""
    from ..sources.outlines import outlines

    if as_json:
        print_json("ladders", outlines(ladder))
        return
    for each in outlines(ladder):
        rows = [
            (rung["index"], rung["rung"], len(rung["steps"]), rung["doc"].partition("\n")[0])
            for rung in each["rungs"]
        ]
        title = f"{each['ladder']}: {each['title']}"
        print_table(("#", "rung", "steps", "summary"), rows, title=title)
