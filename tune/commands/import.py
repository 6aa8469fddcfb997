"""`tune import`: candidates that MetaSchedule measured."""

from __future__ import annotations

from pathlib import Path

import click

from .arguments import job_argument, record_option, record_path, say


@click.command("import")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@job_argument
@record_option
def command(folder: Path, job: str, record: Path | None) -> None:
    """Take a MetaSchedule JSON database of a job's space into a record."""
    from ..exchange import import_database
    from ..jobs.job import load

    asked = load(job)
    path = record_path(asked, record)
    count, left_out = import_database(folder, asked, path, say)
    click.echo(f"took {count} candidates into {path}")
    if left_out:
        say(f"{left_out} candidates are left out: they failed, or are not of the job's space")
