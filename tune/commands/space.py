"""`tune space`: shows a job's search space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from schedules.commands.options import json_option
from schedules.views.terminal import print_json, print_table

from .arguments import dry_target, job_argument

if TYPE_CHECKING:
    from schedules.core.target import Target

    from ..jobs.job import Job

# The number of values that are shown of a knob.
MOST_VALUES = 8


@click.command()
@job_argument
@json_option("spaces")
def command(job: str, as_json: bool) -> None:
    """Show the size of a job's search space, its knobs, and what each restriction removes."""
    from ..jobs.job import load

    asked = load(job)
    target, assumed = dry_target(asked)
    spaces = [space_record(asked, shape, target) for shape in asked.shapes]
    if as_json:
        print_json("spaces", spaces)
        return
    told = f", {target.arch}{assumed}" if assumed else ""
    # Shapes are grouped by output: a space whose knobs are not splits is the same at most shapes.
    alike: dict[tuple, list[str]] = {}
    for space in spaces:
        knobs = tuple(
            (knob["name"], len(knob["options"]), shortened(knob["options"]))
            for knob in space["knobs"]
        )
        left = space["size"]
        restrictions = [("all", "", left, "")]
        for removed in space["restrictions"]:
            left -= removed["removes"]
            restrictions.append((removed["name"], f"-{removed['removes']}", left, removed["why"]))
        alike.setdefault((knobs, tuple(restrictions)), []).append(str(space["shape"]))
    for (knobs, restrictions), shapes in alike.items():
        # The table's own title would be wrapped at the table's width.
        click.echo(f"{asked.space} at {', '.join(shapes)}{told}")
        print_table(("knob", "options", "values"), knobs)
        print_table(("restriction", "removes", "leaves", "why"), restrictions)


def space_record(asked: Job, shape, target: Target) -> dict[str, Any]:
    """A job's space at a shape, with all values of its knobs."""
    from ..space.base import value_text

    space = asked.space_at(shape, target)
    return {
        "space": asked.space,
        "shape": shape,
        "arch": target.arch,
        "size": space.size,
        "knobs": [
            {"name": name, "options": [value_text(option) for option in knob.options]}
            for name, knob in space.knobs.items()
        ],
        "restrictions": [
            {"name": restriction.name, "removes": restriction.count, "why": restriction.why}
            for restriction in space.removed
        ],
    }


def shortened(words: list[str]) -> str:
    few = len(words) <= MOST_VALUES
    return " ".join(words if few else [*words[: MOST_VALUES - 1], "...", words[-1]])
