"""`tune export`: a record for MetaSchedule."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import OUT_FOLDER, json_option
from schedules.views.terminal import print_json

from .arguments import opened, record_argument, say


@click.command()
@record_argument
@click.argument("folder", type=OUT_FOLDER)
@json_option("exchanges")
def command(reference: str, folder: Path, as_json: bool) -> None:
    """Add a record's candidates to a folder's MetaSchedule JSON database."""
    from ..exchange import export_database

    count, left_out = export_database(opened(reference), folder)
    if as_json:
        made = {"path": str(folder), "candidates": count, "left_out": left_out}
        print_json("exchanges", [made])
    else:
        click.echo(f"added {count} candidates to {folder}")
    if left_out:
        say(f"skipped {left_out} candidates: their schedule has changed since they were measured")
