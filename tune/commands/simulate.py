"""`tune simulate`: replays strategies on a measured space."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import FILE, json_option
from schedules.views.terminal import print_json, print_table

from .arguments import opened, predicted_times


@click.command()
@click.argument("reference", metavar="RECORDS")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    help="Strategy to replay; by default random and bayesian. Repeatable.",
)
@click.option(
    "--seeds", type=click.IntRange(1), default=30, show_default=True, help="Replays per strategy."
)
@click.option(
    "--trials",
    type=click.IntRange(1),
    help="Trials per replay, at most; by default all candidates.",
)
@click.option(
    "--percent",
    type=float,
    default=95.0,
    show_default=True,
    help="Speed to reach, in percent of the best candidate's.",
)
@click.option(
    "--sample", type=click.IntRange(2), help="Replay a random sample of N candidates of each shape."
)
@click.option(
    "--in-flight",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Candidates proposed ahead of their results: 18 with 16 builders and a GPU.",
)
@click.option(
    "--after",
    type=click.IntRange(1),
    default=32,
    show_default=True,
    help="Report the best speed after N trials.",
)
@click.option(
    "--predictions",
    type=FILE,
    help="Record of `tune run --predict-only` for the strategy 'model'; by default predicts again.",
)
@json_option("simulations")
def command(
    reference: str,
    strategies,
    seeds: int,
    trials: int | None,
    percent: float,
    sample: int | None,
    in_flight: int,
    after: int,
    predictions: Path | None,
    as_json: bool,
) -> None:
    """Replay a measured space: count the trials that a strategy needs to come close to the best."""
    from ..simulation import simulate_record

    record = opened(reference)
    simulations = simulate_record(
        record,
        strategies or ("random", "bayesian"),
        seeds,
        trials,
        percent / 100,
        sample,
        in_flight,
        predictions and predicted_times(predictions, record),
    )
    if as_json:
        print_json("simulations", [simulation.as_record() for simulation in simulations])
        return
    goal = f"trials to {percent:g} % of the best"
    columns = ("shape", "strategy", "candidates", goal, "95 % interval", f"% of best after {after}")
    rows = [simulation.row(after) for simulation in simulations]
    print_table(columns, rows, title=f"medians of {seeds} seeds, {in_flight} in flight")
