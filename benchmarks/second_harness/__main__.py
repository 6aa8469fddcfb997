"""`python -m benchmarks.second_harness`: a record of all rows in one session on one GPU."""

from __future__ import annotations

import json
import os
import re
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.compile.compiler import for_launches
from schedules.core.files import slug, write_text
from schedules.core.gpu import cuda, device_target, inputs_on_device, poisoned_outputs
from schedules.core.kernel import Kernel, compiled_kernels
from schedules.core.target import DEFAULT_GPU
from schedules.measure.baselines import baselines
from schedules.measure.contest import Contestant
from schedules.measure.environment import gpu_header
from schedules.measure.gpu import TensorSets, launcher, measure, measure_cold
from schedules.measure.sm_clock import SmClock
from schedules.sources.names import resolve
from schedules.workloads import Workload

from .driver import Loaded
from .images import Image, image_of
from .libraries import libraries, relative_error
from .rows import ROWS, Row
from .timing import Harness, Timed

RESULTS = Path(__file__).parents[2] / "docs/results"
# Total size of the tensor sets as a multiple of L2, and their maximum number.
L2_FACTOR, MOST_SETS = 3, 256
# Output dtype -> norm of the error over that of the result; float8 accumulates in 14 bits.
ERRORS = {"float32": 1e-5, "float16": 1e-3, "bfloat16": 5e-3}
FLOAT8_ERROR = 2e-2
# `bench` also runs for launches with at most this many FLOPs: not at 16384.
MOST_FLOPS = 2 * 8192**3
EMPTY = 'extern "C" __global__ void empty() {}'


def tensors(workload: Workload) -> list[tuple[list, list]]:
    """Rotating sets of inputs and poisoned outputs."""
    l2 = cuda().cuda.get_device_properties(0).L2_cache_size
    count = min(MOST_SETS, max(1, -(-L2_FACTOR * l2 // workload.bytes)))
    return [(inputs_on_device(workload, seed), poisoned_outputs(workload)) for seed in range(count)]


def checked(loaded: Loaded, workload: Workload, sets: Sequence[tuple[list, list]]) -> float:
    """The relative error on the first set; raises UserError for a wrong kernel."""
    inputs, outputs = sets[0]
    expected = workload.reference(inputs)[0]
    loaded.bound([*inputs, *outputs])()
    error = relative_error(outputs[0], expected)
    dtype = workload.outputs()[0][1]
    allowed = FLOAT8_ERROR if "float8" in workload.dtype else ERRORS[dtype]
    if not error <= allowed:
        raise UserError(f"{loaded.image.name} at {workload.shape} is wrong: error {error:.2e}")
    return error


def empty_kernel() -> Image:
    """A kernel without instructions: its time is the minimum of a launch."""
    compiler = for_launches(DEFAULT_GPU)
    launch = {"kernel": "empty", "grid": [1, 1, 1], "block": [32, 1, 1], "cluster": [1, 1, 1]}
    launch |= {"shared": 0, "arguments": []}
    return Image("empty", [], compiler.version, "", [], [launch], compiler.cubin(EMPTY))


def timed_row(row: Row, kernels: Sequence[Kernel], harness: Harness, bench: bool) -> dict[str, Any]:
    """Times of a row's rungs and of all libraries; raises UserError where a kernel is wrong."""
    workload = kernels[0].workload
    sets = tensors(workload)
    loaded = [Loaded(image_of(kernel)) for kernel in kernels]
    # Kernels of a row can read the same words in different orders.
    errors = {
        handle.image.name: checked(handle, kernel.workload, sets)
        for handle, kernel in zip(loaded, kernels, strict=True)
    }
    ours = [
        Timed(handle.image.name, [handle.bound([*i, *o]) for i, o in sets]) for handle in loaded
    ]
    beside = [Timed(*pair) for pair in libraries(workload, sets, harness).items()]
    harness.time([*ours, *beside])
    kernel_of = {handle.image.name: handle.image.fingerprint for handle in loaded}
    told = {
        "ours": {
            timed.name: timed.times | {"error": errors[timed.name], "kernel": kernel_of[timed.name]}
            for timed in ours
        },
        "libraries": {timed.name: timed.times for timed in beside},
    }
    del ours, beside, sets
    if bench and workload.flops <= MOST_FLOPS:
        told["bench"] = by_bench(kernels, row.library)
    return told


def compared(row: Row, dtype: str, told: dict[str, Any]) -> dict[str, Any]:
    """The measured times as the row's entry in the record: its library's times over the best
    rung's."""
    regimes = ("cold", "hot")
    best = {
        regime: min(times[f"{regime}_us"] for times in told["ours"].values()) for regime in regimes
    }
    library = told["libraries"][row.library]
    return {
        "what": row.what,
        "shape": list(row.shape),
        "dtype": dtype,
        "library": row.library,
        "goal": row.goal,
        "ratio": {regime: round(library[f"{regime}_us"] / best[regime], 4) for regime in regimes},
        **{key: told[key] for key in ("ours", "libraries", "bench") if key in told},
    }


def by_bench(kernels: Sequence[Kernel], library: str) -> dict[str, Any]:
    """The same kernels, and the library where `bench` has it, by `bench` in the same session."""
    workload, compiler = kernels[0].workload, kernels[0].compiler
    known = baselines(workload, compiler, True)
    name = "cuBLAS" if library == "torch.addmm" else library
    runs = {kernel.rung.path: launcher(kernel) for kernel in kernels}
    runs |= {library: known[name]} if name in known else {}
    sets = TensorSets(workload)
    hot = [Contestant(*pair) for pair in runs.items()]
    measure(sets, hot, clock=SmClock(cuda()))
    cold = [Contestant(*pair) for pair in runs.items()]
    measure_cold(sets, cold)
    return {
        hot_run.name: {
            "cold_us": round(cold_run.time_us, 3),
            "hot_us": round(hot_run.time_us, 3),
            "hot_mhz": round(statistics.median(hot_run.clocks_mhz), 1),
        }
        for hot_run, cold_run in zip(hot, cold, strict=True)
    }


def kernels_of(rows: Sequence[Row]) -> dict[Row, list[Kernel]]:
    """All rows' kernels, compiled in parallel."""
    wanted = dict.fromkeys((name, row.shape) for row in rows for name in row.rungs)
    rungs = [resolve(name, shape).rung for name, shape in wanted]
    pairs = [(rung, rung.at(shape)) for rung, (_, shape) in zip(rungs, wanted, strict=True)]
    made = compiled_kernels(pairs, for_launches(DEFAULT_GPU))
    known = dict(zip(wanted, made, strict=True))
    return {row: [known[name, row.shape] for name in row.rungs] for row in rows}


def resumed(path: Path, kernels: Mapping[Row, Sequence[Kernel]]) -> dict[str, Any]:
    """The record at `path` without rows whose kernels have changed; {} if there is none, or one of
    another GPU."""
    if not path.exists():
        return {}
    record = json.loads(path.read_text(encoding="utf-8"))
    if record.get("device") != gpu_header()["device"]:
        return {}
    now = {
        row.what: {kernel.rung.path: kernel.fingerprint for kernel in made}
        for row, made in kernels.items()
    }

    def holds(row: dict[str, Any]) -> bool:
        was = {name: entry["kernel"] for name, entry in row["ours"].items()}
        return now.get(row["what"], was) == was

    return {"failed": {}} | record | {"rows": list(filter(holds, record["rows"]))}


def _alike(row: Row, other: Row) -> bool:
    return (row.rungs, row.shape) == (other.rungs, other.shape)


@click.command()
@click.option("--rows", "pattern", default="", help="Only rows whose name matches.")
@click.option("--bench/--no-bench", default=True, help="Time by `bench` too, in the same session.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def main(pattern: str, bench: bool, out: Path | None) -> None:
    """Time the rungs and libraries of rows.py, and write docs/results/second-DEVICE.json.

    A record that is there already is continued: rows that it has, or that failed, are not run again
    (delete the file, or a row of it, to repeat them).
    """
    rows = [row for row in ROWS if re.search(pattern, row.what)]
    if not rows:
        raise UserError(f"no row's name matches {pattern!r}")
    if device_target() != DEFAULT_GPU:
        raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
    torch, started = cuda(), time.monotonic()
    path = out or RESULTS / f"second-{slug(torch.cuda.get_device_name(0))}"
    kernels = kernels_of(rows)
    click.echo(f"compiled: {time.monotonic() - started:.0f} s")
    harness = Harness(torch, SmClock(torch))
    record = resumed(path, kernels)
    if not record:
        empty = Timed("empty", [Loaded(empty_kernel()).bound([])])
        harness.time([empty])
        record = {**gpu_header(), "compiler": for_launches(DEFAULT_GPU).version}
        record |= {"empty_kernel": empty.times, "rows": [], "failed": {}, "seconds": 0}
    before = record["seconds"]
    timed = {row["what"]: row for row in record["rows"]}
    for row in rows:
        if row.what in timed or row.what in record["failed"]:
            continue
        try:
            same = next((twin for twin in ROWS if twin.what in timed and _alike(twin, row)), None)
            told = timed[same.what] if same else timed_row(row, kernels[row], harness, bench)
            entry = compared(row, kernels[row][0].workload.dtype, told)
        except Exception as error:  # of a library too: the other rows still run
            record["failed"][row.what] = f"{type(error).__name__}: {error}".partition("\n")[0]
            click.echo(f"{row.what}: {record['failed'][row.what]}", err=True)
            write_text(path, json.dumps(record, indent=1) + "\n")
            if isinstance(error, torch.AcceleratorError):
                # Every later call fails in this process: go on in a fresh one.
                os.execv(sys.executable, [sys.executable, "-m", __spec__.parent, *sys.argv[1:]])
            continue
        finally:
            torch.cuda.empty_cache()
        timed[row.what] = entry
        record["rows"].append(entry)
        record["seconds"] = before + round(time.monotonic() - started)
        write_text(path, json.dumps(record, indent=1) + "\n")
        ratios = ", ".join(f"{regime} {value:.3f}" for regime, value in entry["ratio"].items())
        click.echo(f"{row.what}: {ratios} of {row.library}, goal {row.goal}")
    click.echo(f"{path}: {len(timed)} rows, {len(record['failed'])} failed, {record['seconds']} s")
    sys.exit(1 if record["failed"] else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.second_harness")
