"""`tune export`: a record for MetaSchedule."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import OUT_FOLDER

from .arguments import opened, record_argument, say


@click.command()
@record_argument
@click.argument("folder", type=OUT_FOLDER)
def command(reference: str, folder: Path) -> None:
    """Write a record as MetaSchedule's JSON database."""
    from ..exchange import export_database

    count, left_out = export_database(opened(reference), folder)
    click.echo(f"wrote {count} candidates to {folder}")
    if left_out:
        say(f"{left_out} candidates are left out: their schedule has changed since")
