"""Find schedules for forty computations, and time them: `python -m benchmarks.found`.

--find searches a schedule for each of computations.toml without a GPU. found-schedules.json.gz
has the schedules, and the predicted times of the found and of dlight's kernels; --write FOLDER
writes them as files. --time, on a GPU, compares each found kernel with torch's result in float64
and times it beside dlight's and torch's; it writes found-DEVICE.json. --metaschedule TRIALS tunes
each by MetaSchedule on this machine's GPUs first.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.gpu import device_target

from .searching import RESULTS, computations, find_all, record, written_with_schedules
from .timing import time_all


@click.command()
@click.option("--find", "finding", is_flag=True, help="Find schedules, without a GPU.")
@click.option("--time", "timing", is_flag=True, help="Time found schedules on this GPU.")
@click.option("--minutes", type=float, default=3.0, show_default=True, help="For each search.")
@click.option("--only", default="", metavar="REGEX", help="Computations whose name has this.")
@click.option("--metaschedule", "trials", type=int, default=0, metavar="TRIALS")
@click.option("--missing", is_flag=True, help="Search only what has no schedule yet.")
@click.option(
    "--write",
    "to",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the computations and their found schedules as files.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    help="Folder of the records, by default docs/results.",
)
def main(
    finding: bool,
    timing: bool,
    minutes: float,
    only: str,
    trials: int,
    missing: bool,
    to: Path | None,
    folder: Path,
) -> None:
    """Find and time schedules of forty computations."""
    names = computations(only)
    if not (finding or timing or to):
        raise UserError("say what to do: --find, --write or --time")
    failed = 0
    if finding:
        known = record(folder) if missing else {}
        chosen = [name for name in names if "source" not in known.get(name, {})]
        failed += find_all(chosen, minutes, folder)
    if to:
        written_with_schedules(names, record(folder), to)
    if timing:
        device_target()
        failed += time_all(names, folder, trials)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "python -m benchmarks.found")
