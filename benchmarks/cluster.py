"""Candidates per minute with one GPU of this host and with several, on a Dask cluster of `tune`.

    python -m benchmarks.cluster --workers 1 2 --out docs/results/cluster-nvidia-h200.json

Every run measures the same candidates: the job's hand-written tiles, then random ones with the same
seed. Its pace is that between the first and the last result, without the start of the workers.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from schedules.core.files import write_json
from schedules.processes.platforms import cores
from tune.engine.tuning import Tuning
from tune.jobs.job import Job, from_values, load
from tune.measuring.interface import Watcher, this_device
from tune.measuring.pool import Pool
from tune.records.lines import versions
from tune.records.record import Record

# A GPU takes 0.6 s for a candidate of this shape, and a core 2 s to build it: two GPUs and 32 cores
# are limited by the GPUs.
JOB, SHAPE = "sgemm_h200", [8192, 8192, 8192]
BUILD = ("walk", "lower", "compile", "link")
RUN = ("load", "verify", "time")


class Lines(Watcher):
    """Prints what a run says."""

    def say(self, text: str) -> None:
        print(text, file=sys.stderr)

    stage = say


def measured(job: Job, path: Path) -> dict[str, Any]:
    """Search once, and how fast that was."""
    with closing(Record.open(path)) as record, closing(Pool(job.options())) as pool:
        pool.watcher = Lines()
        tuning = Tuning(job, record, job.device(), pool.watcher)
        tuning.begin()
        tuning.tune(tuple(job.shapes[0]), pool)
    lines = list(Record.read(path).lines())
    times = sorted(line["at_s"] for line in lines)
    if len(times) < 2:
        raise UserError(f"{len(times)} candidates were measured: allow more --minutes")
    seconds = times[-1] - times[0]
    return {
        "workers": job.cluster.workers,
        "candidates": len(times),
        "seconds": round(seconds, 1),
        "per_minute": round(60 * (len(times) - 1) / seconds, 1),
        "kinds": dict(Counter(line["kind"] for line in lines)),
        "by_worker": dict(Counter(line["worker"] for line in lines)),
        "build_s": round(spent(lines, BUILD), 1),
        "run_s": round(spent(lines, RUN), 1),
    }


def spent(lines: list[dict[str, Any]], stages: tuple[str, ...]) -> float:
    """Seconds in some stages, of all candidates together."""
    return sum(line["stages_s"].get(stage, 0.0) for line in lines for stage in stages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--job", default=JOB)
    parser.add_argument("--shape", type=int, nargs="+", default=SHAPE)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--trials", type=int, default=96)
    parser.add_argument("--minutes", type=float, default=1.2, help="limit of each search")
    parser.add_argument("--memory-gb", type=float, default=4.0, help="limit of each builder")
    parser.add_argument("--out", type=Path, help="the record to write")
    options = parser.parse_args()
    given = load(options.job)
    rows, values = [], given.text()
    name = values.pop("name")
    values |= {
        "shapes": [options.shape],
        "strategy": "random",
        "budget": {"trials": options.trials, "minutes": options.minutes},
        "measure": values["measure"] | {"memory_gb": options.memory_gb},
    }
    for count in options.workers:
        job = from_values(values | {"cluster": {"workers": count}}, name)
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measured(job, Path(folder) / "search.jsonl"))
        print(json.dumps(rows[-1]), flush=True)
    first, last = rows[0], rows[-1]
    ratio = last["per_minute"] / first["per_minute"]
    print(f"{last['workers']} workers are {ratio:.2f} times as fast as {first['workers']}")
    if options.out:
        here = this_device(job.rung.target)
        about = {"device": here.name, "driver": here.driver, "cores": cores()}
        write_json(options.out, {**about, "versions": versions(), "job": job.text(), "rows": rows})


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        print(f"benchmarks.cluster: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
