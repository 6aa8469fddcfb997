"""`python -m benchmarks.second_harness`: a record of all rows in one sitting on one GPU."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Sequence
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
from schedules.sources.names import resolve
from schedules.workloads import Workload

from .driver import Loaded
from .images import Image, image_of
from .libraries import libraries, relative_error
from .rows import ROWS, Row
from .timing import Harness, Timed

RESULTS = Path(__file__).parents[2] / "docs/results"
# Sets of tensors are together this many times as large as the L2 cache, and at most so many.
L2_FACTOR, MOST_SETS = 3, 256
# The norm of the error over that of the result, by the output's dtype; float8's sums have 14 bits.
ERRORS = {"float32": 1e-5, "float16": 1e-3, "bfloat16": 5e-3}
FLOAT8_ERROR = 2e-2
# `bench` is run beside where a launch has fewer FLOPs than this: not at 16384.
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
    """A kernel without instructions: what a launch takes at least."""
    compiler = for_launches(DEFAULT_GPU)
    launch = {"kernel": "empty", "grid": [1, 1, 1], "block": [32, 1, 1], "cluster": [1, 1, 1]}
    launch |= {"shared": 0, "arguments": []}
    return Image("empty", [], compiler.version, "", [], [launch], compiler.cubin(EMPTY))


def timed_row(row: Row, kernels: Sequence[Kernel], harness: Harness, bench: bool) -> dict[str, Any]:
    """Times of a row's rungs and of all libraries; raises UserError where a kernel is wrong."""
    workload = kernels[0].workload
    sets = tensors(workload)
    loaded = [Loaded(image_of(kernel)) for kernel in kernels]
    errors = {one.image.name: checked(one, workload, sets) for one in loaded}
    ours = [Timed(one.image.name, [one.bound([*i, *o]) for i, o in sets]) for one in loaded]
    beside = [Timed(*pair) for pair in libraries(workload, sets, harness).items()]
    harness.time([*ours, *beside])
    kernel_of = {one.image.name: one.image.fingerprint for one in loaded}
    told = {
        "ours": {
            one.name: one.times | {"error": errors[one.name], "kernel": kernel_of[one.name]}
            for one in ours
        },
        "libraries": {one.name: one.times for one in beside},
    }
    del ours, beside, sets
    if bench and workload.flops <= MOST_FLOPS:
        told["bench"] = by_bench(kernels, row.library)
    return told


def compared(row: Row, dtype: str, told: dict[str, Any]) -> dict[str, Any]:
    """What was timed as the row's entry of the record: its library's times over the best rung's."""
    regimes = ("cold", "hot")
    best = {at: min(one[f"{at}_us"] for one in told["ours"].values()) for at in regimes}
    library = told["libraries"][row.library]
    return {
        "what": row.what,
        "shape": list(row.shape),
        "dtype": dtype,
        "library": row.library,
        "goal": row.goal,
        "ratio": {at: round(library[f"{at}_us"] / best[at], 4) for at in regimes},
        **told,
    }


def by_bench(kernels: Sequence[Kernel], library: str) -> dict[str, Any]:
    """The same kernels, and the library where `bench` has it, by `bench` in the same sitting."""
    workload, compiler = kernels[0].workload, kernels[0].compiler
    known = baselines(workload, compiler, True)
    name = "cuBLAS" if library == "torch.addmm" else library
    runs = {kernel.rung.path: launcher(kernel) for kernel in kernels}
    runs |= {library: known[name]} if name in known else {}
    sets = TensorSets(workload)
    hot = [Contestant(*pair) for pair in runs.items()]
    measure(sets, hot)
    cold = [Contestant(*pair) for pair in runs.items()]
    measure_cold(sets, cold)
    return {
        one.name: {"cold_us": round(other.time_us, 3), "hot_us": round(one.time_us, 3)}
        for one, other in zip(hot, cold, strict=True)
    }


def kernels_of(rows: Sequence[Row]) -> dict[Row, list[Kernel]]:
    """All rows' kernels, compiled in parallel."""
    wanted = dict.fromkeys((name, row.shape) for row in rows for name in row.rungs)
    rungs = [resolve(name, shape).rung for name, shape in wanted]
    pairs = [(rung, rung.at(shape)) for rung, (_, shape) in zip(rungs, wanted, strict=True)]
    made = compiled_kernels(pairs, for_launches(DEFAULT_GPU))
    known = dict(zip(wanted, made, strict=True))
    return {row: [known[name, row.shape] for name in row.rungs] for row in rows}


@click.command()
@click.option("--rows", "pattern", default="", help="Only rows whose name matches.")
@click.option("--bench/--no-bench", default=True, help="Time by `bench` too, in the same sitting.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def main(pattern: str, bench: bool, out: Path | None) -> None:
    """Time the rungs and libraries of rows.py, and write docs/results/second-DEVICE.json."""
    rows = [row for row in ROWS if re.search(pattern, row.what)]
    if not rows:
        raise UserError(f"no row's name matches {pattern!r}")
    if device_target() != DEFAULT_GPU:
        raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
    torch, started, failed = cuda(), time.monotonic(), 0
    path = out or RESULTS / f"second-{slug(torch.cuda.get_device_name(0))}"
    kernels = kernels_of(rows)
    click.echo(f"compiled: {time.monotonic() - started:.0f} s")
    harness = Harness(torch)
    empty = Timed("empty", [Loaded(empty_kernel()).bound([])])
    harness.time([empty])
    compiler = for_launches(DEFAULT_GPU).version
    record = {**gpu_header(), "compiler": compiler, "empty_kernel": empty.times, "rows": []}
    known: dict[tuple, dict[str, Any]] = {}
    for row in rows:
        key = row.rungs, row.shape
        try:
            if key not in known:
                known[key] = timed_row(row, kernels[row], harness, bench)
            told = compared(row, kernels[row][0].workload.dtype, known[key])
        except Exception as error:  # of a library too: the other rows are worth their time
            failed += 1
            click.echo(f"{row.what}: {type(error).__name__}: {error}", err=True)
            continue
        finally:
            torch.cuda.empty_cache()
        record["rows"].append(told)
        record["seconds"] = round(time.monotonic() - started)
        write_text(path, json.dumps(record, indent=1) + "\n")
        ratios = ", ".join(f"{regime} {value:.3f}" for regime, value in told["ratio"].items())
        click.echo(f"{row.what}: {ratios} of {row.library}, goal {row.goal}")
    click.echo(f"{path}: {len(record['rows'])} of {len(rows)} rows, {record.get('seconds')} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.second_harness")
