"""`tune space`: what a job may choose from."""

from __future__ import annotations

import click

from schedules.commands.terminal import print_table

from .arguments import dry_target, job_argument

# Of a knob's values, how many are shown.
MOST_VALUES = 8


@click.command()
@job_argument
def command(job: str) -> None:
    """The size of a job's spaces, their knobs, and what each restriction removes."""
    from ..jobs.job import load
    from ..space.base import said

    asked = load(job)
    target, assumed = dry_target(asked)
    told = f", {target.arch}{assumed}" if assumed else ""
    # By what is printed: a space whose knobs are no splits is the same at most shapes.
    alike: dict[tuple, list[str]] = {}
    for shape in asked.shapes:
        space = asked.space_at(shape, target)
        if space.size is None:
            click.echo(f"{shape}: MetaSchedule's own space; its size is not known")
            continue
        knobs = tuple(
            (name, len(knob.options), shortened([said(option) for option in knob.options]))
            for name, knob in space.knobs.items()
        )
        left, restrictions = space.size, [("all", "", space.size, "")]
        for removed in space.removed:
            left -= removed.count
            restrictions.append((removed.name, f"-{removed.count}", left, removed.why))
        alike.setdefault((knobs, tuple(restrictions)), []).append(str(shape))
    for (knobs, restrictions), shapes in alike.items():
        # A table's own title would be broken at the table's width.
        click.echo(f"{asked.space} at {', '.join(shapes)}{told}")
        print_table(("knob", "options", "values"), knobs)
        print_table(("restriction", "removes", "leaves", "why"), restrictions)


def shortened(words: list[str]) -> str:
    few = len(words) <= MOST_VALUES
    return " ".join(words if few else [*words[: MOST_VALUES - 1], "...", words[-1]])
