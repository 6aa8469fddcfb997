"""The independent check of `bench`: `python -m benchmarks.second_harness`.

It times launches with CUDA events, in an order, with a warm-up and with flushes of its own. Shared
with `bench` are the launches, the inputs, the reference and the library calls; `bench` times the
same launches in the same session. docs/results/second-DEVICE.json has the times, docs/benchmarks.md
the tables.

Cold: the GPU idles, then writes and reads a buffer many times as large as L2, which also gives the
host time to queue the launch; then one launch runs between two events. Hot: the contestant runs for
WARM_S, then as many launches as take SAMPLE_US run between two events. Launches shorter than
CAPTURED_US are captured in CUDA graphs in both regimes, because a stream that the host fills has
longer pauses between kernels.
"""

from __future__ import annotations

import itertools
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import read_json, slug, write_json
from schedules.core.gpu import Gpu, cuda, device_target, inputs_on_device, poisoned_outputs
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import DEFAULT_GPU
from schedules.measure.baselines import Baseline, baselines
from schedules.measure.contest import Contestant
from schedules.measure.environment import SmClock, gpu_header
from schedules.measure.gpu import TensorSets, launcher, measure, measure_cold
from schedules.sources.names import resolve
from schedules.workloads import Workload

from .workers import answers

RESULTS = Path(__file__).parents[1] / "docs/results"
# Total size of the tensor sets as a multiple of L2, and their maximum number.
L2_FACTOR, MOST_SETS = 3, 256
# Output dtype -> norm of the error over that of the result; float8 accumulates in 14 bits.
ERRORS = {"float32": 1e-5, "float16": 1e-3, "bfloat16": 5e-3}
FLOAT8_ERROR = 2e-2
# `bench` also runs for launches with at most this many FLOPs: not at 16384.
MOST_FLOPS = 2 * 8192**3
# Seconds for one row, its compilation included.
LIMIT_S = 300
EMPTY = 'extern "C" __global__ void empty() {}'

# --- what is compared -----------------------------------------------------------------------------

Shape = tuple[int, ...]


class Row(NamedTuple):
    """Rungs at a shape and the libraries to compare them with; the fastest rung counts."""

    group: str
    size: str
    rungs: tuple[str, ...]
    shape: Shape
    libraries: tuple[str, ...]

    @property
    def what(self) -> str:
        return f"{self.group}, {self.size}"


def _rows(group: str, ladder: str, rungs: str, sizes: Sequence[int], *libraries: str) -> list[Row]:
    """Rows of the same rungs of a GEMM ladder at square sizes."""
    paths = tuple(f"gemm/{ladder}:{rung}" for rung in rungs.split())
    return [Row(group, str(n), paths, (n, n, n), libraries) for n in sizes]


SQUARES = (1024, 2048, 4096, 8192, 16384)
LONG_ROWS = ("split_small_tiles", "dependent_launch", "dependent_launch@nvidia-h200")
ROWS = (
    *_rows("HGEMM `tma_store`", "hgemm", "tma_store", (2048, 4096, 6144, 8192), "cuBLAS"),
    *_rows("bfloat16", "hgemm", "bfloat16_tma_store", (4096, 8192), "cuBLAS"),
    *_rows("`pingpong`", "hgemm", "pingpong", (4096,), "cuBLAS"),
    *_rows("`multicast`", "hgemm", "multicast", (8192,), "cuBLAS"),
    *_rows("float8", "fp8gemm", "wgmma_tma tma_store", (4096, 8192), "torch._scaled_mm"),
    *_rows(
        *("float8, one scale", "fp8gemm", "tensor_scale tensor_scale_tma_store", (4096, 8192)),
        "torch._scaled_mm",
    ),
    *_rows(
        *("epilogue", "epilogue", "wgmma_tma tma_store", (4096, 8192)),
        *("torch.compile", "cuBLAS, GEMM alone"),
    ),
    *(
        Row(
            *("w4a16, N = K = 8192, by rows", str(rows)),
            tuple(f"gemm/w4a16:{rung}" for rung in rungs.split()),
            *((rows, 8192, 8192), ("cuBLAS float16",)),
        )
        for rows, rungs in (
            *((rows, "sliced_k split_k dependent_launch") for rows in (1, 4)),
            *((rows, "sliced_k split_k dependent_launch wgmma") for rows in (16, 64)),
        )
    ),
    *_rows("SGEMM", "sgemm_tvm", "ordered_products", SQUARES, "cuBLAS"),
    *_rows("C += A·B", "sgemm_geforce", "rolled_rows", (4096,), "cuBLAS"),
    *_rows("HGEMM by mma.sync", "hgemm", "cp_async", (4096, 8192), "cuBLAS"),
    Row(
        *("HGEMV", "4096 x 128"),
        tuple(f"gemv/hgemv:{name}" for name in ("warp2", "warp4", "warp4_smem")),
        *((4096, 128), ("torch.mv",)),
    ),
    Row(
        *("tall", "256 x 256 x 16384"),
        tuple(f"gemm/tall:{name}" for name in LONG_ROWS),
        *((256, 256, 16384), ("cuBLAS",)),
    ),
)

# --- times ---------------------------------------------------------------------------------------

COLD_SAMPLES, HOT_TURNS, HOT_SAMPLES = 15, 5, 5
# The clock depends on the power of the last 0.1 s and on the temperature: each turn has a longer
# warm-up, and before the first turn every contestant runs for HEAT_S.
WARM_S, HEAT_S, IDLE_S = 0.2, 0.5, 0.002
STEADY, TRIES, LEAST_HALF = 0.02, 3, 4
SAMPLE_US, MOST_LAUNCHES = 2_000, 200
# Shorter launches are captured: the host needs microseconds per launch and tens of microseconds per
# library call, which would dominate the time between two events.
CAPTURED_US, SINGLES = 90, 5
LONG_US = 50_000
FLUSH_BYTES = 1 << 30
# The buffer is written and read this many times, 0.33 ms each: after idling, the host may need
# 0.2 ms to queue a library call.
FLUSHES = 4


@dataclass
class Timed:
    """A contestant: one function for each of the rotating sets of tensors."""

    name: str
    runs: Sequence[Callable[[], None]]
    cold_us: list[float] = field(default_factory=list)
    hot_us: list[float] = field(default_factory=list)
    hot_mhz: list[float] = field(default_factory=list)
    batch: int = 1
    graph: Any = None
    single: Any = None

    @property
    def times(self) -> dict[str, float]:
        """Medians in microseconds a launch, how far the halves of the samples are apart, and the
        SM clock of the hot samples if it was measured."""
        clock = {"hot_mhz": round(statistics.median(self.hot_mhz), 1)} if self.hot_mhz else {}
        return {
            "cold_us": round(statistics.median(self.cold_us), 3),
            "hot_us": round(statistics.median(self.hot_us), 3),
            "apart": round(self.apart, 4),
            **clock,
        }

    @property
    def apart(self) -> float:
        """The largest relative difference, of both regimes, between the medians of the samples'
        first and second half; 0 for few samples."""
        return max(_halves_apart(samples) for samples in (self.cold_us, self.hot_us))

    def launch(self, times: int) -> None:
        for n in range(times):
            self.runs[n % len(self.runs)]()


def _halves_apart(samples: Sequence[float]) -> float:
    if len(samples) < 2 * LEAST_HALF:
        return 0.0
    half = len(samples) // 2
    first, second = statistics.median(samples[:half]), statistics.median(samples[half:])
    return abs(first / second - 1)


class Harness:
    """Times contestants of one shape in turn, in an order that changes from turn to turn."""

    def __init__(self, torch: Any, clock: SmClock | None = None) -> None:
        self.torch, self.clock, self.order = torch, clock, random.Random(1)
        self.flush = torch.zeros(FLUSH_BYTES // 4, dtype=torch.float32, device="cuda")
        self.sink = torch.zeros((), dtype=torch.float32, device="cuda")

    def time(self, contestants: Sequence[Timed]) -> None:
        """Take all samples, again if a contestant's halves are more than STEADY apart."""
        for contestant in contestants:
            self._prepare(contestant)
        long = (
            max(
                self.between(lambda contestant=contestant: contestant.launch(1))
                for contestant in contestants
            )
            > LONG_US
        )
        for contestant in contestants:
            self._warm(contestant, HEAT_S)
        for _ in range(TRIES):
            self._samples(contestants, long)
            if max(contestant.apart for contestant in contestants) <= STEADY:
                break

    def _samples(self, contestants: Sequence[Timed], long: bool) -> None:
        for contestant in contestants:
            contestant.cold_us.clear()
            contestant.hot_us.clear()
            contestant.hot_mhz.clear()
        for _ in range(3 if long else COLD_SAMPLES):
            for contestant in self.order.sample(list(contestants), len(contestants)):
                contestant.cold_us.append(self._cold(contestant))
        for _ in range(1 if long else HOT_TURNS):
            for contestant in self.order.sample(list(contestants), len(contestants)):
                self._hot(contestant, 3 if long else HOT_SAMPLES)

    def _prepare(self, contestant: Timed) -> None:
        """A warm launch, the number of launches in a sample, and its graph."""
        contestant.launch(2)
        # The shortest of a few: the host may pause between the events.
        single = min(self.between(lambda: contestant.launch(1)) for _ in range(SINGLES))
        count = round(SAMPLE_US / max(single, 1.0))
        contestant.batch = max(1, min(MOST_LAUNCHES, count))
        if contestant.batch > 1:
            contestant.batch = -(-contestant.batch // len(contestant.runs)) * len(contestant.runs)
        if single < CAPTURED_US:
            contestant.graph = self._captured(contestant, contestant.batch)
            contestant.single = self._captured(contestant, 1)

    def _captured(self, contestant: Timed, launches: int) -> Any:
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            contestant.launch(len(contestant.runs))
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            contestant.launch(launches)
        return graph

    def _batch(self, contestant: Timed) -> None:
        if contestant.graph:
            contestant.graph.replay()
        else:
            contestant.launch(contestant.batch)

    def _hot(self, contestant: Timed, samples: int) -> None:
        """Samples after WARM_S of the same launches, without a pause."""
        self._warm(contestant, WARM_S)
        marks = [self.torch.cuda.Event(enable_timing=True) for _ in range(samples + 1)]
        if self.clock:
            self.clock.mark(0)
        marks[0].record()
        for mark in marks[1:]:
            self._batch(contestant)
            mark.record()
        if self.clock:
            self.clock.mark(1)
            contestant.hot_mhz.append(self.clock.mhz())
        marks[-1].synchronize()
        for start, end in itertools.pairwise(marks):
            contestant.hot_us.append(start.elapsed_time(end) * 1e3 / contestant.batch)

    def _warm(self, contestant: Timed, seconds: float) -> None:
        batch_us = self.between(lambda: self._batch(contestant))
        for _ in range(int(seconds * 1e6 / max(batch_us, 1.0))):
            self._batch(contestant)

    def _cold(self, contestant: Timed) -> float:
        self.torch.cuda.synchronize()
        time.sleep(IDLE_S)
        half = len(self.flush) // 2
        for _ in range(FLUSHES):
            self.flush[:half].fill_(1.0)
            self.torch.sum(self.flush[half:], 0, out=self.sink)
        return self.between(contestant.single.replay if contestant.single else contestant.runs[0])

    def between(self, run: Callable[[], None]) -> float:
        """Microseconds on the GPU between an event before and an event after what `run` queues."""
        event = self.torch.cuda.Event
        start, end = event(enable_timing=True), event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e3


# --- the program ----------------------------------------------------------------------------------


def tensors(workload: Workload) -> list[tuple[list, list]]:
    """Rotating sets of inputs and poisoned outputs."""
    l2 = cuda().cuda.get_device_properties(0).L2_cache_size
    count = min(MOST_SETS, max(1, -(-L2_FACTOR * l2 // workload.bytes)))
    return [(inputs_on_device(workload, seed), poisoned_outputs(workload)) for seed in range(count)]


def relative_error(computed: Any, expected: Any) -> float:
    """The norm of the difference over the norm of the expected result; NaN if either has a NaN."""
    expected = expected.double()
    return float((computed.double() - expected).norm() / expected.norm())


def checked(kernel: Kernel, run: Baseline, sets: Sequence[tuple[list, list]]) -> float:
    """The relative error on the first set; raises UserError for a wrong kernel."""
    workload, (inputs, outputs) = kernel.workload, sets[0]
    expected = workload.reference(inputs)[0]
    run(inputs, outputs)
    error = relative_error(outputs[0], expected)
    dtype = workload.outputs()[0][1]
    allowed = FLOAT8_ERROR if "float8" in workload.dtype else ERRORS[dtype]
    if not error <= allowed:
        raise UserError(f"{kernel.rung.path} at {workload.shape} is wrong: error {error:.2e}")
    return error


def timed_row(what: str) -> dict[str, Any]:
    """Times of a row's rungs and libraries, by this harness and by `bench`; raises UserError where
    a kernel is wrong."""
    (row,) = [row for row in ROWS if row.what == what]
    kernels = [kernel_of(name, row.shape) for name in row.rungs]
    workload, torch = kernels[0].workload, cuda()
    sets, launchers = tensors(workload), {kernel.rung.path: launcher(kernel) for kernel in kernels}
    # Kernels of a row can read the same words in different orders.
    errors = [checked(kernel, launchers[kernel.rung.path], sets) for kernel in kernels]
    known = baselines(workload, kernels[0].compiler)
    libraries = {name: known[name] for name in row.libraries}
    ours, beside = (
        [Timed(name, [partial(run, *of) for of in sets]) for name, run in runs.items()]
        for runs in (launchers, libraries)
    )
    Harness(torch, SmClock(torch)).time([*ours, *beside])
    told = {
        "what": row.what,
        "shape": list(row.shape),
        "dtype": workload.dtype,
        "ours": {
            timed.name: timed.times
            | {
                "error": error,
                "kernel": kernel.fingerprint,
                "compiler": kernel.compiler_version,
            }
            for timed, error, kernel in zip(ours, errors, kernels, strict=True)
        },
        "libraries": {timed.name: timed.times for timed in beside},
    }
    del ours, beside, sets
    if workload.flops <= MOST_FLOPS:
        told["bench"] = by_bench(workload, launchers | libraries)
    return told


def by_bench(workload: Workload, runs: Mapping[str, Baseline]) -> dict[str, Any]:
    """The same kernels and libraries, by `bench` in the same session."""
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


def empty_kernel(_: str) -> dict[str, Any]:
    """The time of a kernel without instructions, the minimum of a launch."""
    cubin, torch = Compiler(DEFAULT_GPU).cubin(EMPTY), cuda()
    function = Gpu().function(cubin, "empty")

    def run() -> None:
        function.launch(1, 32, (), stream=torch.cuda.current_stream().cuda_stream)

    empty = Timed("empty", [run])
    Harness(torch, SmClock(torch)).time([empty])
    return empty.times


def kernel_of(name: str, shape: Shape) -> Kernel:
    rung = resolve(name, shape).rung
    return last_kernel(rung, rung.at(shape), DEFAULT_GPU)


def compiled(query: tuple[str, Shape]) -> dict[str, Any]:
    """Compile a kernel into the cache."""
    _ = kernel_of(*query).machine
    return {}


@click.command()
@click.option("--only", default="", metavar="TEXT", help="Only rows with this in their name.")
def main(only: str) -> None:
    """Time the rungs and libraries of ROWS, and write docs/results/second-DEVICE.json; rows that
    are not run stay as they were recorded."""
    rows = [row for row in ROWS if only in row.what]
    if not rows:
        raise UserError(f"no row has {only!r} in its name")
    if device_target() != DEFAULT_GPU:
        raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
    wanted = list(dict.fromkeys((name, row.shape) for row in rows for name in row.rungs))
    list(answers(compiled, wanted, min(os.cpu_count() or 1, 16), LIMIT_S))
    header = gpu_header()
    path = RESULTS / f"second-{slug(header['device'])}"
    record = read_json(path) if path.exists() else {"rows": []}
    (empty,) = answers(empty_kernel, [""], 1, LIMIT_S)
    record |= {**header, "empty_kernel": empty}
    order = [row.what for row in ROWS]
    failed = 0
    names = [row.what for row in rows]
    for name, answer in zip(names, answers(timed_row, names, 1, LIMIT_S), strict=True):
        if "error" in answer:
            failed += 1
            click.echo(f"{name}: {answer['error']}", err=True)
            continue
        kept = [row for row in record["rows"] if row["what"] != name and row["what"] in order]
        record["rows"] = sorted([*kept, answer], key=lambda row: order.index(row["what"]))
        write_json(path, record)
        click.echo(f"{name}: timed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.second_harness")
