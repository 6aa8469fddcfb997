"""Predict and time the unseen kernels: `python -m benchmarks.unseen`.

--simulate verifies all kernels in the simulator. --predict writes unseen-predictions-CHIP.json to
docs/results for each chip with measured constants. --times, on a GPU, verifies and times them and
writes unseen-times-DEVICE.json for the open half and unseen-held-out-DEVICE.json for the other; it
prints no times. --generic times the schedules of generic_schedules.py and generic_aside.py.
`python -m benchmarks.figures` writes the tables.
"""

from __future__ import annotations

import sys

import click

from benchmarks.predictions import LIMIT_S
from benchmarks.workers import answers
from gpusim.errors import UserError
from gpusim.timing.constants import chips
from schedules.commands.program import run_command
from schedules.core.files import write_json
from schedules.core.gpu import device_target
from schedules.core.target import DEFAULT_GPU

from . import ALL, KERNELS, predictions_file
from .harness import predictions, record_times, simulated


@click.command()
@click.option("--generic", is_flag=True, help="The generic schedules instead.")
@click.option("--predict", is_flag=True, help="Predict the time of every kernel.")
@click.option("--times", is_flag=True, help="Verify and time every kernel on this GPU.")
@click.option("--simulate", is_flag=True, help="Verify every kernel without a GPU.")
@click.option("--chip", type=click.Choice(list(chips())), help="Only this chip.")
@click.option("--jobs", default=2, show_default=True, help="Processes without a GPU.")
@click.option("--only", default="", metavar="TEXT", help="Only kernels with this in their name.")
def main(
    generic: bool, predict: bool, times: bool, simulate: bool, chip: str | None, jobs: int,
    only: str,
) -> None:  # fmt: skip
    """Verify, predict and time kernels that the timing model was not developed on."""
    if not (predict or times or simulate):
        raise UserError("nothing to do: give --simulate, --predict or --times")
    if predict and (only or generic):
        raise UserError("--predict replaces whole records, of the unseen kernels")
    names = [name for name in ALL if only in name and (name in KERNELS) != generic]
    failed = 0
    ran = names if simulate else []
    for name, answer in zip(ran, answers(simulated, ran, jobs, LIMIT_S), strict=True):
        found = answer.get("problems", [answer.get("error")])
        failed += bool(found)
        click.echo(f"{name}: {'; '.join(found) or 'correct'}")
    for chip_name in ([chip] if chip else chips()) if predict else ():
        write_json(predictions_file(chip_name), predictions(chip_name, names, jobs))
    if times:
        if device_target() != DEFAULT_GPU:
            raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
        failed += record_times(names)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.unseen")
