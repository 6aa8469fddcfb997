"""`tune run`: measure candidates of a job, then confirm the winner."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schedules.commands.options import shape_option
from schedules.errors import UserError

from .arguments import (
    RECORD_SUFFIX,
    changed,
    dry_target,
    job_argument,
    loading,
    minutes_option,
    rate_of,
    record_option,
    record_path,
    trials_option,
)

if TYPE_CHECKING:
    from ..jobs.job import Job

# Candidates of a shape that --no-device shows, and reasons why others have no prediction.
MOST_RANKED, MOST_PROBLEMS = 20, 3


@click.command()
@job_argument
@click.option("--dry-run", is_flag=True, help="Say what would be done; measure nothing.")
@click.option(
    "--no-device",
    is_flag=True,
    help="Rank candidates by their predicted times; measure nothing, need no GPU.",
)
@click.option("--chip", help="Whose times --no-device predicts, as h200, the default, or h100.")
@record_option
@shape_option
@trials_option
@minutes_option
@click.option("--strategy", help="In place of the job's.")
@click.option("--seed", type=int, help="Of the strategy, in place of the job's.")
def command(
    job,
    dry_run: bool,
    no_device: bool,
    chip: str | None,
    record: Path | None,
    shape,
    trials,
    minutes,
    strategy,
    seed,
) -> None:
    """Run a job: measure candidates until its budget is spent, then confirm the winner.

    FILE.py:NAME as the JOB is a schedule of yours, with its space beside it (docs/tuning.md).

    With --no-device as many candidates are predicted as would be measured; the record of that holds
    predictions, which `apply` does not take.
    """
    if chip and not no_device:
        raise click.UsageError("--chip is for --no-device: a run measures on the device there is")
    if no_device and (dry_run or strategy not in (None, "model")):
        raise click.UsageError(
            "--no-device ranks by the strategy 'model', and does so: leave out "
            f"{'--dry-run' if dry_run else '--strategy'}"
        )
    with loading():
        from ..jobs.job import check_strategy, load
        from .session import tune

        loaded = load(job)
    asked = changed(
        loaded,
        shapes=[list(shape)] if shape else None,
        budget__trials=trials,
        budget__minutes=minutes,
        strategy="model" if no_device else strategy,
        seeds__strategy=seed,
    )
    check_strategy(asked)
    if dry_run:
        print_plan(asked)
        return
    if no_device:
        print_ranking(asked, chip, record)
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


def print_ranking(job: Job, chip: str | None, record: Path | None) -> None:
    """Predict candidates and show the fastest of each shape."""
    from schedules.commands.terminal import print_table
    from schedules.kernel import DEFAULT_CHIP
    from schedules.results.units import short_digits

    from ..predicted_ranking import rank
    from ..records.record import default_path
    from ..space.base import knobs_of

    chip = chip or DEFAULT_CHIP
    path = record or default_path(job.name, f"predicted {chip}")
    if path.suffix != RECORD_SUFFIX:
        raise UserError(f"--record {path}: a record's name ends in {RECORD_SUFFIX}")
    for ranking in rank(job, chip, path):
        rate = rate_of(job, ranking.shape)
        rows = [
            (
                str(place),
                short_digits(made.us),
                f"{short_digits(made.low_us)} to {short_digits(made.high_us)}",
                rate.text(made.us),
                knobs_of(key),
            )
            for place, (key, made) in enumerate(ranking.fastest[:MOST_RANKED], 1)
        ]
        shape = ",".join(map(str, ranking.shape))
        title = (
            f"{shape} on {chip}, predicted and not measured: {len(ranking.fastest)} of "
            f"{ranking.allowed} candidates"
        )
        print_table(("", "predicted us", "between", "speed", "knobs"), rows, title=title)
        for problem, count in ranking.problems.most_common(MOST_PROBLEMS):
            click.echo(f"  {count} without a prediction: {problem}")
    click.echo(f"wrote {path}: predictions; `tune run` on a GPU measures")
