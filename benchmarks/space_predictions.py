"""Predicted times of the measured space's candidates: `python -m benchmarks.space_predictions`.

Without a GPU; some seconds of a core each. They go to docs/results as they come, and a run that was
ended goes on where it was, as long as compiler and model are the same ones. `tune simulate
--predictions` and `benchmarks.strategies` replay the strategy 'model' with them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.compile.compiler import for_reading
from schedules.processes.platforms import cores
from tune.measuring.interface import BuildRequest
from tune.predicting import Predicted, chip_of, model_hash, predicted
from tune.records.lines import versions
from tune.records.record import FOLDER, Record
from tune.simulation import measured_space

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / FOLDER / "sgemm_h200_space-nvidia-h200.jsonl"
RESULT = ROOT / "docs/results/space-predictions-h200.jsonl"


def head(measured: Record, chip: str) -> dict[str, Any]:
    """The first line of a record of predictions: whatever they depend on."""
    run = measured.runs[-1]
    return {
        "type": "run",
        "job": run["job"],
        "search": False,
        "device": run["device"],
        "arch": run["arch"],
        "versions": versions(),
        "compiler": for_reading().version,
        "model": model_hash(chip),
        "predicted": True,
    }


def line(request: BuildRequest, made: Predicted, chip: str) -> dict[str, Any]:
    times = {"predicted_us": made.us, "low_us": made.low_us, "high_us": made.high_us}
    return {
        "type": "prediction",
        "key": request.key,
        "rung": request.rung,
        "shape": list(request.shape),
        "chip": chip,
        **{name: round(us, 2) for name, us in times.items()},
    }


def each_predicted(
    requests: Sequence[BuildRequest], chip: str, jobs: int, until: float
) -> Iterator[tuple[BuildRequest, Predicted]]:
    """Candidates with their predictions as they come; none begins after the time `until`."""
    left = iter(requests)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        start = partial(pool.submit, predicted, chip=chip)
        under_way = {start(one): one for one in islice(left, jobs)}
        while under_way:
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield under_way.pop(future), future.result()
                if time.monotonic() < until and (one := next(left, None)):
                    under_way[start(one)] = one


@click.command()
@click.option("--jobs", type=click.IntRange(1), help="Processes; by default one a core.")
@click.option("--minutes", type=float, default=600.0, show_default=True, help="Stop after these.")
@click.option("--most", type=click.IntRange(1), help="Only so many candidates, to try it out.")
@click.option("--record", type=click.Path(path_type=Path), default=RESULT, show_default=True)
def command(jobs: int | None, minutes: float, most: int | None, record: Path) -> None:
    """Predict what is not in the record yet, in an order that is random."""
    until = time.monotonic() + 60 * minutes
    measured = Record.read(MEASURED)
    (shape,) = measured.shapes()
    space, times = measured_space(measured, shape)
    chip = chip_of(measured.runs[-1]["device"])
    first = head(measured, chip)
    with closing(Record.open(record)) as into:
        if not into.runs:
            into.append(first)
        elif into.runs != [first]:
            raise UserError(f"{record} is of another compiler or model: remove it")
        known = {one["key"] for one in into.predictions}
        points = random.Random(0).sample(sorted(times), len(times))
        requests = [one for one in map(space.request, points) if one.key not in known]
        problems = 0
        for request, made in each_predicted(requests[:most], chip, jobs or cores(), until):
            if made.us is None:
                problems += 1
                click.echo(f"{request.key}: {made.problem}")
                continue
            into.append(line(request, made, chip))
            known.add(request.key)
        said = f"{record}: {len(known)} of {len(times)} candidates by {first['compiler']}"
        click.echo(f"{said}, {problems} without a prediction")


if __name__ == "__main__":
    run_command(command, "benchmarks.space_predictions")
