"""Predicts the candidates of the measured spaces: `python -m benchmarks.space_predictions`.

No GPU is needed; a candidate takes some seconds of a core. The predictions of a space are written
to a file of docs/results/space-predictions as they come. An interrupted run is resumed if compiler
and model are unchanged. `tune simulate --predictions` and `benchmarks.strategies` replay strategies
with them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
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
from tune.traffic import least_costly_first

ROOT = Path(__file__).parent.parent
# Spaces that were measured completely; at most the MOST least costly candidates of each shape are
# predicted.
SPACES = (
    "epilogue_space_h200",
    "w4a16_space_h200",
    "hgemm_wgmma_h200",
    "no_i3_split_h200",
    "gemv_f16_space_h200",
    "hgemm_space_h200",
    "hgemv_h200",
    "sgemm_h200_space",
)
MOST = 256
RESULTS = ROOT / "docs/results/space-predictions"


def head(measured: Record, chip: str) -> dict[str, Any]:
    """The first line of a record of predictions: everything they depend on."""
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
    requests: Iterable[BuildRequest], chip: str, jobs: int, until: float
) -> Iterator[tuple[BuildRequest, Predicted]]:
    """Candidates with their predictions as they come; none begins after the time `until`."""
    left = iter(requests)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        start = partial(pool.submit, predicted, chip=chip)
        under_way = {start(request): request for request in islice(left, jobs)}
        while under_way:
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield under_way.pop(future), future.result()
                if time.monotonic() < until and (request := next(left, None)):
                    under_way[start(request)] = request


def candidates(measured: Record) -> Iterator[BuildRequest]:
    """The candidates of a record to predict: the least costly of each shape."""
    for shape in measured.shapes():
        space, times = measured_space(measured, shape)
        yield from map(space.request, least_costly_first(space, sorted(times))[:MOST])


def predict(name: str, folder: Path, jobs: int, until: float) -> str:
    """Predict the candidates that a space's file lacks; returns a line with its contents."""
    measured = Record.read(ROOT / FOLDER / f"{name}-nvidia-h200.jsonl")
    chip = chip_of(measured.runs[-1]["device"])
    first = head(measured, chip)
    path = folder / f"{name}-nvidia-h200.jsonl"
    with closing(Record.open(path)) as into:
        if not into.runs:
            into.append(first)
        elif into.runs != [first]:
            raise UserError(f"{path} is of another compiler or model: remove it")
        known = {row["key"] for row in into.predictions}
        problems = 0
        left = (request for request in candidates(measured) if request.key not in known)
        for request, made in each_predicted(left, chip, jobs, until):
            if made.us is None:
                problems += 1
                click.echo(f"{request.key}: {made.problem.partition(chr(10))[0]}")
            else:
                into.append(line(request, made, chip))
        return (
            f"{path}: {len(into.predictions)} of {len(measured.entries)} candidates by "
            f"{first['compiler']}, {problems} without a prediction"
        )


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(SPACES))
@click.option("--jobs", type=click.IntRange(1), help="Processes; by default one a core.")
@click.option("--minutes", type=float, default=600.0, show_default=True, help="Stop after these.")
@click.option("--folder", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def command(names: Sequence[str], jobs: int | None, minutes: float, folder: Path) -> None:
    """Predict the candidates of NAMES, by default of all spaces."""
    begun = time.monotonic()
    until = begun + 60 * minutes
    for name in names or SPACES:
        if time.monotonic() > until:
            break
        said = predict(name, folder, jobs or cores(), until)
        click.echo(f"{said}, after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    run_command(command, "benchmarks.space_predictions")
