"""`tune export`: a record for MetaSchedule."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import OUT_FOLDER, json_option

from .arguments import opened, print_exchange, record_argument, say


@click.command()
@record_argument
@click.argument("folder", type=OUT_FOLDER)
@json_option("exchanges")
def command(reference: str, folder: Path, as_json: bool) -> None:
    """Write a record as MetaSchedule's JSON database."""
    from ..exchange import export_database

    count, left_out = export_database(opened(reference), folder)
    if as_json:
        print_exchange(folder, count, left_out)
    else:
        click.echo(f"wrote {count} candidates to {folder}")
    if left_out:
        say(f"skipped {left_out} candidates: their schedule has changed since they were measured")
