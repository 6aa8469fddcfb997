"""`tune simulate`: strategies on a space that is measured."""

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
    help="May be given more than once; by default random and ranking.",
)
@click.option("--seeds", type=click.IntRange(1), default=30, show_default=True)
@click.option("--trials", type=click.IntRange(1), help="At most so many; by default all.")
@click.option(
    "--percent",
    type=float,
    default=95.0,
    show_default=True,
    help="Of the best candidate's speed, what the trials are counted to.",
)
@click.option(
    "--sample", type=click.IntRange(2), help="Replay so many candidates of each shape, at random."
)
@click.option(
    "--in-flight",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Candidates proposed before the first of them is answered: 18 with 16 builders and a GPU.",
)
@click.option(
    "--after", type=click.IntRange(1), default=32, show_default=True, help="Trials looked at."
)
@click.option(
    "--predictions",
    type=FILE,
    help="A record of `tune run --no-device`, in place of predictions made anew for 'model'.",
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
    """Replay a measured space: how many trials each strategy needs to come near the best."""
    from ..simulation import simulate_record

    record = opened(reference)
    simulations = simulate_record(
        record,
        strategies or ("random", "ranking"),
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
