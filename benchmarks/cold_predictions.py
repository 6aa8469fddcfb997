"""CPU seconds of `schedules predict` in a new process without cached machine code.

`python -m benchmarks.cold_predictions` predicts each recorded rung at its largest recorded shape,
one at a time, and lists user and system seconds of the process and of the compiler that it starts.
Python's compiled modules are kept between them. Nothing is recorded: the seconds are those of the
machine that runs it.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile

import click

from gpusim.cache import FOLDER_VARIABLE
from gpusim.timing.measured_constants import chips, constants
from schedules.commands.program import run_command

from .predictions import ASIDE_KIND, GENERIC, recorded_rows

GOALS_S = (3, 10)


def recorded(every_shape: bool) -> list[tuple[str, str]]:
    """Rungs of ladders with their largest recorded shape on any GPU, or with each shape."""
    shapes: dict[str, set[tuple[int, ...]]] = {}
    for chip in chips():
        for row in recorded_rows(constants(chip).device):
            if row["group"] not in (GENERIC, ASIDE_KIND):
                shapes.setdefault(f"{row['group']}:{row['name']}", set()).add(tuple(row["shape"]))
    return [
        (name, ",".join(map(str, shape)))
        for name, each in shapes.items()
        for shape in (sorted(each) if every_shape else [max(each, key=math.prod)])
    ]


def seconds(arguments: list[str], modules: str) -> tuple[float, str]:
    """CPU seconds of a command of schedules with its children, and its refusal if it refuses.

    `modules` is the folder of Python's compiled modules.
    """
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryFile("w+") as errors:
        env = os.environ | {FOLDER_VARIABLE: cache, "PYTHONPYCACHEPREFIX": modules}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        process = subprocess.Popen(
            [sys.executable, "-m", "schedules", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=env,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        return used.ru_utime + used.ru_stime, errors.read().strip() if process.returncode else ""


@click.command()
@click.option("--chip", type=click.Choice(sorted(chips())), default="h200", show_default=True)
@click.option("--only", metavar="TEXT", multiple=True, help="Only lines with 'hgemm:naive 8192'.")
@click.option("--every-shape", is_flag=True, help="Every recorded shape instead of the largest.")
def main(chip: str, only: tuple[str, ...], every_shape: bool) -> None:
    """Time a cold prediction of each rung."""
    rows = recorded(every_shape)
    if only:
        rows = [row for row in rows if any(text in " ".join(row) for text in only)]
    every = []
    with tempfile.TemporaryDirectory() as modules:
        # The first one compiles Python's modules and does not count.
        for name, shape in rows[:1] + rows:
            arguments = ["predict", name, "--shape", shape, "--chip", chip, "--json"]
            took, problem = seconds(arguments, modules)
            every.append(took)
            if len(every) > 1:
                click.echo(f"{took:6.2f} s  {name} {shape}  {problem}".rstrip())
    for goal in GOALS_S:
        click.echo(f"{sum(took <= goal for took in every[1:])} of {len(rows)} within {goal} s")


if __name__ == "__main__":
    run_command(main, "benchmarks.cold_predictions")
