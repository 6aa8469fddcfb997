"""Memory of a tuning process after thousands of candidates.

`python -m benchmarks.memory` tunes `sgemm_cpu` at eight shapes with XGBoost ranking on a fake
measurer, and writes the peak memory of the process as JSON. Nothing is built or run, so the memory
is that of the search and of the record.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from schedules.commands.program import run_command
from schedules.core.files import write_text
from schedules.measure.environment import environment
from tune.engine.tuning import start
from tune.jobs.job import Job, from_values
from tune.measuring.interface import BuildRequest, Outcome, Watcher
from tune.records.record import Record

GOAL_MB = 1000
# Each has enough candidates: SGEMM on a CPU has a few thousand per shape.
SHAPES = [
    [1024, 1024, 1024],
    [2048, 2048, 2048],
    [4096, 4096, 4096],
    [8192, 8192, 1024],
    [2048, 4096, 1024],
    [4096, 2048, 512],
    [8192, 4096, 512],
    [1024, 4096, 512],
]
# Samples that a runner takes of a fast candidate.
SAMPLES = 11


class AtOnce:
    """A measurer that immediately returns a time computed from the tile."""

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        for request in requests:
            tile = request.knobs
            far = abs(tile["rows"] - 4) + abs(tile["columns"] - 16) + tile["block_i"] / 64
            yield request, Outcome("ok", (10.0 + far,) * SAMPLES)

    def close(self) -> None:
        pass


def job_of(candidates: int) -> Job:
    values = {
        "workload": "gemm/sgemm_cpu:parallel",
        "shapes": SHAPES,
        "target": "x86-64-v3",
        "space": "sgemm_cpu",
        "strategy": "ranking",
        "budget": {"trials": -(-candidates // len(SHAPES)), "minutes": 60.0},
    }
    return from_values(values, "memory")


def peak_mb() -> float:
    """The peak memory of this process. ru_maxrss would include the parent's."""
    rows = Path("/proc/self/status").read_text().splitlines()
    (row,) = [row for row in rows if row.startswith("VmHWM")]
    return round(int(row.split()[1]) / 1000, 1)


@click.command()
@click.option("--candidates", type=click.IntRange(len(SHAPES)), default=10_000, show_default=True)
@click.option("--json", "out", type=click.Path(path_type=Path, dir_okay=False))
def main(candidates: int, out: Path | None) -> None:
    """Tune without measuring, and say how much memory that took."""
    begun, before = time.perf_counter(), peak_mb()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        start(job_of(candidates), path, Watcher(), resume=False, opened=lambda _: AtOnce())
        lines, size = len(Record.read(path).entries), path.stat().st_size
    record = {
        "candidates": lines,
        "peak_mb": peak_mb(),
        "before_mb": before,
        "goal_mb": GOAL_MB,
        "record_mb": round(size / 1e6, 1),
        "seconds": round(time.perf_counter() - begun, 1),
        **environment(),
    }
    click.echo(json.dumps(record, indent=1))
    if out is not None:
        write_text(out, json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    run_command(main, "benchmarks.memory", invoked_as="python -m benchmarks.memory")
