"""Find schedules for forty computations, and time them: `python -m benchmarks.found`.

--find searches a schedule for each of computations.toml without a GPU. found-schedules.json.gz
has the schedules, and the predicted times of the found and of dlight's kernels; --write FOLDER
writes them as files. --time, on a GPU, compares each found kernel with torch's result in float64
and times it beside dlight's and torch's; it writes found-DEVICE.json. --metaschedule TRIALS tunes
each by MetaSchedule on this machine's GPUs first. --table prints the ratios.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.files import read_json
from schedules.core.gpu import device_target

from .searching import RESULTS, computations, find_all, record, record_file, written_with_schedules
from .timing import DLIGHT, METASCHEDULE, RUNG, TORCH, groups, ratios, time_all


def print_table(rows: dict[str, Any]) -> None:
    """The others' times over that of the found kernel: per computation and kind."""
    others = (DLIGHT, METASCHEDULE, TORCH, RUNG)
    heads = " ".join(f"{other[:8]:>8}" for other in others)
    click.echo(f"{'computation':34} {'found us':>10} {heads}")
    for name, row in rows.items():
        beside = [row.get(f"{key}_us") for key in others]
        us = row.get("found_us")
        cells = [f"{other / us:8.2f}" if us and other else f"{'-':>8}" for other in beside]
        click.echo(f"{name:34} {us or 0:10.1f} {' '.join(cells)}")
    for name, group in groups(rows).items():
        means = []
        for against in others:
            known = ratios(group, against)
            means.append(f"{statistics.geometric_mean(known):8.2f}" if known else f"{'-':>8}")
        click.echo(f"{'geometric mean, ' + name:34} {'':10} {' '.join(means)}")


@click.command()
@click.option("--find", "finding", is_flag=True, help="Find schedules, without a GPU.")
@click.option("--time", "timing", is_flag=True, help="Time found schedules on this GPU.")
@click.option("--table", is_flag=True, help="Print the table of a record of --time.")
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
    table: bool,
    minutes: float,
    only: str,
    trials: int,
    missing: bool,
    to: Path | None,
    folder: Path,
) -> None:
    """Find and time schedules of forty computations."""
    names = computations(only)
    if not (finding or timing or table or to):
        raise UserError("say what to do: --find, --write, --time or --table")
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
        table = True
    if table:
        for path in sorted(folder.glob("found-*.json*")):
            if path != record_file(folder):
                print_table(read_json(path)["computations"])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "python -m benchmarks.found")
