"""`schedules list`: ladders, their rungs and steps."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from ..views.terminal import print_json, print_table
from .options import json_option


@click.command("list")
@click.argument("ladder", required=False)
@json_option("ladders")
def command(ladder: str | None, as_json: bool) -> None:
    """Ladders, their rungs and steps."""
    if as_json:
        print_json("ladders", records(ladder))
        return
    from ..sources.outlines import outlines

    for outline in outlines(ladder):
        rows = [(rung.index, rung.name, rung.steps, rung.summary) for rung in outline.rungs]
        print_table(("#", "rung", "steps", "what"), rows, title=outline.title)


def records(name: str | None) -> list[dict[str, Any]]:
    """Ladders as `list --json` gives them."""
    from ..core.catalog import ladder, ladders
    from ..core.steps import steps

    return [
        {
            "ladder": ladder.name,
            "title": ladder.title,
            "workload": str(ladder.workload),
            "reference": [asdict(figure) for figure in ladder.reference],
            "rungs": [
                {
                    "index": rung.index,
                    "rung": rung.name,
                    "doc": rung.doc,
                    "shape": rung.workload.shape,
                    "tile": rung.tile.block(),
                    "any_shape": rung.any_shape,
                    "figures": [asdict(figure) for figure in rung.figures],
                    "steps": [{"step": step.name, "why": step.why} for step in steps(rung)],
                }
                for rung in ladder.rungs.values()
            ],
        }
        for ladder in ([ladder(name)] if name else ladders().values())
    ]
