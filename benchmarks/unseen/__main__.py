"""Predict and time the unseen kernels: `python -m benchmarks.unseen`.

--simulate verifies all kernels in the simulator. --predict writes unseen-predictions-CHIP.json to
docs/results for each chip with measured constants. --times, on a GPU, verifies and times them and
writes unseen-times-DEVICE.json for the open half and unseen-held-out-DEVICE.json for the other; it
prints no times. --set generic times the schedules of generic_schedules.py and generic_aside.py.
`python -m benchmarks.figures` writes the tables.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError
from gpusim.timing.constants import chips
from schedules.commands.program import run_command
from schedules.core.files import write_json
from schedules.core.gpu import device_target
from schedules.core.target import DEFAULT_GPU
from schedules.measure.environment import gpu_header

from .kernels_by_name import SETS
from .predicting import record
from .simulated import simulate
from .timing import record_times

RESULTS = Path(__file__).parents[2] / "docs" / "results"


@click.command()
@click.option(
    "--set", "number", type=click.Choice(list(SETS)), default="unseen", help="Which set of kernels."
)
@click.option("--predict", is_flag=True, help="Predict the time of every kernel.")
@click.option("--times", is_flag=True, help="Verify and time every kernel on this GPU.")
@click.option("--simulate", "simulated", is_flag=True, help="Verify every kernel without a GPU.")
@click.option("--chip", type=click.Choice(list(chips())), help="Only this chip.")
@click.option("--jobs", default=2, show_default=True, help="Processes for --predict.")
@click.option("--only", default="", metavar="TEXT", help="Only kernels with this in their name.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    help="Folder of the records, by default docs/results.",
)
def main(
    number: str,
    predict: bool,
    times: bool,
    simulated: bool,
    chip: str | None,
    jobs: int,
    only: str,
    folder: Path,
) -> None:
    """Verify, predict and time kernels that the timing model was not developed on."""
    if not (predict or times or simulated):
        raise UserError("nothing to do: give --simulate, --predict or --times")
    if only and (predict or times) and folder == RESULTS:
        raise UserError("--only would replace whole records: give another --folder")
    chosen = SETS[number]
    names = [name for name in chosen.names if only in name]
    failed = simulate(names) if simulated else 0
    asked = [chip] if chip else list(chips())
    for chip_name in asked if predict else ():
        made = record(chosen, chip_name, folder, jobs, names)
        write_json(chosen.predictions(folder, chip_name), made)
    if times:
        if device_target() != DEFAULT_GPU:
            raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
        header = gpu_header()
        failed += record_times(header, folder, chosen.parts, names)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.unseen")
