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
        rows = [(rung.index, rung.name, len(rung.steps), rung.summary) for rung in outline.rungs]
        print_table(("#", "rung", "steps", "summary"), rows, title=outline.title)


def records(name: str | None) -> list[LadderRecord]:
    """The ladders for `list --json`."""
    from ..core.ladder import ladder
    from ..schemas.records import LadderRecord, RungRecord, StepOutline
    from ..sources.outlines import RungOutline, outlines

    def record(rung: Rung, outline: RungOutline) -> RungRecord:
        named = tuple(StepOutline(*step) for step in outline.steps)
        size_and_block = rung.workload.shape, rung.tile.block()
        return RungRecord(
            rung.index, rung.name, rung.doc, *size_and_block, rung.any_shape, rung.figures, named
        )

    return [
        LadderRecord(
            each.name,
            each.title,
            str(each.workload),
            each.reference,
            tuple(record(each[outline.name], outline) for outline in told.rungs),
        )
        for told in outlines(name)
        for each in [ladder(told.name)]
    ]
