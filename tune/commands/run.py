"""`tune run`: measure candidates of a job, then confirm the winner."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schedules.commands.options import json_option, shape_option
from schedules.views.terminal import print_json, print_table

from .arguments import (
    changed,
    dry_target,
    job_argument,
    loading,
    rate_of,
    record_path,
    run_options,
)

if TYPE_CHECKING:
    from schedules.core.target import Target

    from ..jobs.job import Job
    from ..predicted_ranking import Ranking

# Maximum number of candidates of a shape, and of reasons for missing predictions, that
# --predict-only shows.
MOST_RANKED, MOST_PROBLEMS = 20, 3


@click.command()
@job_argument
@click.option("--dry-run", is_flag=True, help="Print the plan; measure nothing.")
@click.option(
    "--predict-only",
    is_flag=True,
    help="Rank candidates by predicted time; measure nothing; no GPU needed.",
)
@click.option("--chip", help="Chip of --predict-only, h200 or h100; by default h200.")
@shape_option
@click.option("--strategy", help="Strategy; by default the job's.")
@click.option("--seed", type=int, help="Seed of the strategy; by default the job's.")
@run_options
@json_option("winners", "plans", "rankings")
def command(
    job,
    dry_run: bool,
    predict_only: bool,
    chip: str | None,
    record: Path | None,
    shape,
    trials,
    minutes,
    strategy,
    seed,
    scheduler: str | None,
    workers: int | None,
    work_dir: Path | None,
    as_json: bool,
) -> None:
    """Run a job: measure candidates until the budget is used up, then confirm the winner.

    JOB can be FILE.py:NAME, a schedule in your own file with its search space next to it
    (docs/tuning.md).

    --predict-only predicts as many candidates as a run would measure. Its record contains
    predictions; `tune apply` rejects it.
    """
    if chip and not predict_only:
        raise click.UsageError(
            "--chip requires --predict-only: a run measures on this machine's device"
        )
    if predict_only and (dry_run or strategy):
        raise click.UsageError(
            "--predict-only measures nothing and searches nothing: leave out "
            f"{'--dry-run' if dry_run else '--strategy'}"
        )
    with loading():
        from ..jobs.job import load
        from .session import tune

        loaded = load(job)
    asked = changed(
        loaded,
        shapes=[list(shape)] if shape else None,
        budget__trials=trials,
        budget__minutes=minutes,
        strategy=strategy,
        seeds__strategy=seed,
        cluster__scheduler=scheduler,
        cluster__workers=workers,
    )
    if dry_run:
        print_plan(asked, as_json)
        return
    if predict_only:
        print_ranking(asked, chip, record, as_json)
        return
    path = record_path(asked, record)
    sys.exit(tune(asked, path, resume=False, as_json=as_json, work_dir=work_dir))


def print_plan(job: Job, as_json: bool) -> None:
    """Print what a run would do, without a device."""
    job.check_memory()
    target, assumed = dry_target(job)
    plans = [plan_record(job, shape, target) for shape in job.shapes]
    if as_json:
        print_json("plans", plans)
        return
    click.echo(
        f"{job.name}: {job.workload} for {target.arch}{assumed}, strategy {job.strategy}; "
        f"at most {job.budget.trials} trials and {job.budget.minutes:g} minutes per "
        "shape"
    )
    for plan in plans:
        click.echo(f"{plan['shape']}: {plan['allowed']} of {plan['size']} candidates")
        known = plan["hand_written"]
        what = f"hand-written: {known}" if known else "the rung's own tile is not in the space"
        click.echo(f"  first: {plan['first']} ({what}), schedule {plan['schedule']}")


def plan_record(job: Job, shape: Sequence[int], target: Target) -> dict[str, Any]:
    """The plan of a run at a shape, as data for JSON."""
    space = job.space_at(shape, target)
    known = space.hand_written()
    first = space.candidate(known[0] if known else space.points[0])
    return {
        "job": job.name,
        "workload": job.workload,
        "arch": target.arch,
        "strategy": job.strategy,
        "shape": list(shape),
        "trials": job.budget.trials,
        "minutes": job.budget.minutes,
        "size": space.size,
        "allowed": space.allowed,
        "hand_written": len(known),
        "first": first.key,
        "schedule": first.schedule,
    }


def ranking_record(job: Job, chip: str, path: Path, ranking: Ranking) -> dict[str, Any]:
    """A shape's predicted candidates, for JSON."""
    return {
        "record": str(path),
        "workload": job.workload,
        "chip": chip,
        "shape": list(ranking.shape),
        "allowed": ranking.allowed,
        "candidates": [
            {"key": key, "predicted_us": made.us, "low_us": made.low_us, "high_us": made.high_us}
            for key, made in ranking.fastest
        ],
        "problems": [
            {"problem": problem, "candidates": count}
            for problem, count in ranking.problems.most_common()
        ],
    }


def print_ranking(job: Job, chip: str | None, record: Path | None, as_json: bool) -> None:
    """Predict candidates and show the fastest of each shape."""
    from schedules.core.kernel import DEFAULT_CHIP
    from schedules.measure.units import short_digits

    from ..predicted_ranking import rank
    from ..space.base import knobs_of

    chip = chip or DEFAULT_CHIP
    path = record_path(job, record, f"predicted {chip}")
    if as_json:
        ranked = list(rank(job, chip, path))
        print_json("rankings", [ranking_record(job, chip, path, ranking) for ranking in ranked])
        return
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
    click.echo(f"wrote predictions to {path}; to measure, run `tune run` on a GPU")
