"""`tune run`: measure candidates of a job, then confirm the winner."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arguments import (
    changed,
    dry_target,
    job_argument,
    minutes_option,
    record_option,
    record_path,
    trials_option,
)

if TYPE_CHECKING:
    from ..jobs.job import Job


@click.command()
@job_argument
@click.option("--dry-run", is_flag=True, help="Say what would be done; measure nothing.")
@record_option
@trials_option
@minutes_option
@click.option("--strategy", help="In place of the job's.")
@click.option("--seed", type=int, help="Of the strategy, in place of the job's.")
def command(job, dry_run: bool, record: Path | None, trials, minutes, strategy, seed) -> None:
    """Run a job: measure candidates until its budget is spent, then confirm the winner."""
    from ..jobs.job import check_strategy, load
    from .session import tune

    asked = changed(
        load(job),
        budget__trials=trials,
        budget__minutes=minutes,
        strategy=strategy,
        seeds__strategy=seed,
    )
    check_strategy(asked)
    if dry_run:
        print_plan(asked)
        return
    sys.exit(tune(asked, record_path(asked, record), resume=False))


def print_plan(job: Job) -> None:
    """What a run would do, without a device."""
    job.check_memory()
    target, assumed = dry_target(job)
    click.echo(
        f"{job.name}: {job.workload} for {target.arch}{assumed}, strategy {job.strategy}, runner "
        f"{job.runner}; each shape at most {job.budget.trials} trials and {job.budget.minutes:g} "
        "minutes"
    )
    for shape in job.shapes:
        space = job.space_at(shape, target)
        if space.size is None:
            click.echo(f"{shape}: MetaSchedule's own space")
            continue
        click.echo(f"{shape}: {space.allowed} of {space.size} candidates")
        known = space.hand_written()
        first = space.candidate(known[0] if known else space.points[0])
        what = f"written by hand: {len(known)}" if known else "it lacks the rung's own tile"
        click.echo(f"  first: {first.key} ({what}), schedule {first.schedule}")
