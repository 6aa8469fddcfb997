"""`tune resume`: continue a run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.options import json_option

from .arguments import changed, job_of, loading, record_path, run_options


@click.command()
@click.argument("reference", metavar="JOB|RECORD")
@click.option(
    "--confirm-only",
    is_flag=True,
    help="Only confirm: time the fastest candidates again and choose the winner.",
)
@run_options
@json_option("winners")
def command(
    reference: str,
    record: Path | None,
    trials,
    minutes,
    confirm_only: bool,
    scheduler: str | None,
    workers: int | None,
    work_dir: Path | None,
    as_json: bool,
) -> None:
    """Continue an interrupted run, or a finished run with a larger budget.

    --trials includes the trials of earlier runs; --minutes counts from now.
    """
    if confirm_only and (trials is not None or minutes is not None):
        raise UserError("--confirm-only does not search: leave out --trials and --minutes")
    with loading():
        from ..engine.recorded import recorded_job
        from ..records.record import Record, is_record
        from .session import tune

    if is_record(reference):
        if record is not None and record != Path(reference):
            raise UserError(
                f"--record {record} differs from {reference}, the record to resume: leave it out"
            )
        record = Path(reference)
        if not record.exists():
            raise UserError(f"no such record: {record}")
        job, path = recorded_job(Record.read(record)), record
    else:
        job = job_of(reference)
        path = record_path(job, record)
    job = changed(
        job,
        budget__trials=trials,
        budget__minutes=minutes,
        cluster__scheduler=scheduler,
        cluster__workers=workers,
    )
    more = {"as_json": as_json, "work_dir": work_dir}
    sys.exit(tune(job, path, resume=True, search=not confirm_only, **more))
