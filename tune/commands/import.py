"""`tune import`: candidates that MetaSchedule measured."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import json_option

from .arguments import job_argument, print_exchange, record_option, record_path, say


@click.command("import")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@job_argument
@record_option
@json_option("exchanges")
def command(folder: Path, job: str, record: Path | None, as_json: bool) -> None:
    """Import a MetaSchedule JSON database into the record of a job."""
    from ..exchange import import_database
    from ..jobs.job import load

    asked = load(job)
    path = record_path(asked, record)
    count, left_out = import_database(folder, asked, path, say)
    if as_json:
        print_exchange(path, count, left_out)
    else:
        click.echo(f"imported {count} candidates into {path}")
    if left_out:
        say(f"skipped {left_out} candidates: they failed or are not in the job's space")
