"""`schedules list`: ladders, their rungs and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..views.terminal import print_json, print_table
from .options import takes

if TYPE_CHECKING:
    from ..core.ladder import Rung
    from ..schemas.records import LadderRecord


@click.command("list")
@click.argument("ladder", required=False)
@takes(json="ladders")
def command(ladder: str | None, as_json: bool) -> None:
    """List ladders, their rungs and steps."""
    if as_json:
        print_json("ladders", records(ladder))
        return
    from ..sources.outlines import outlines

    for outline in outlines(ladder):
        rows = [(rung.index, rung.name, rung.steps, rung.summary) for rung in outline.rungs]
        print_table(("#", "rung", "steps", "summary"), rows, title=outline.title)


def records(name: str | None) -> list[LadderRecord]:
    """The ladders for `list --json`."""
    from ..core.ladder import ladder, ladders, steps
    from ..schemas.records import LadderRecord, RungRecord, StepOutline

    def outline(rung: Rung) -> RungRecord:
        named = tuple(StepOutline(step.name, step.why) for step in steps(rung))
        size_and_block = rung.workload.shape, rung.tile.block()
        return RungRecord(
            rung.index, rung.name, rung.doc, *size_and_block, rung.any_shape, rung.figures, named
        )

    return [
        LadderRecord(
            ladder.name,
            ladder.title,
            str(ladder.workload),
            ladder.reference,
            tuple(map(outline, ladder.rungs.values())),
        )
        for ladder in ([ladder(name)] if name else ladders().values())
    ]
