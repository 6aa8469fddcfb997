"""Timing on this machine's CPU: verified first, interleaved, beside NumPy and measured ceilings.

The rungs run here, compiled for this CPU; NumPy runs in a process per number of threads, since its
BLAS takes that number at its start. One contestant runs at a time. Operands are those of the run
before, so what fits a cache is found there, as it is for NumPy.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import tvm
import tvm_ffi
from tvm import tirx

from ..checks.serial import compare, run_library
from ..errors import UserError
from ..ladder import Rung, steps
from ..lowering.cpu import lower_cpu
from ..lowering.kernel_text import text_fingerprint
from ..lowering.lower import compile_module
from ..targets.target import NATIVE
from ..workloads import Gemm, Workload
from .cpu_ceilings import measure_cpu_ceilings
from .gpu import AGAIN, Contestant, derived, no_tick, tie_ratio, until_tied
from .gpu_ceilings import Ceilings
from .numpy_worker import NumpyProduct

TOPOLOGY = Path("/sys/devices/system/cpu")
TVM_THREADS = "TVM_NUM_THREADS"

LEAST_SAMPLES = 3
MOST_SAMPLES = 21
SAMPLE_S = 0.02
CONTESTANT_S = 3.0
# Worker threads of the contestant before spin, waiting for more: OpenBLAS's for 2^26 cycles, 30 ms.
# Beside one that spins, a rung of two threads has one core of two.
PAUSE_S = 0.06
TICKS = 1 + MOST_SAMPLES


def physical_cores() -> int:
    """Cores this process may use, hyper-threads of one core counted once."""
    allowed = os.sched_getaffinity(0)
    siblings = set()
    for cpu in allowed:
        file = TOPOLOGY / f"cpu{cpu}" / "topology" / "thread_siblings_list"
        siblings.add(file.read_text() if file.exists() else str(cpu))
    return len(siblings)


def pool_threads() -> int:
    """Threads of TVM's pool: TVM_NUM_THREADS, or as many as there are cores.

    TVM by itself takes half the logical cores, which is half a machine without hyper-threading.
    """
    os.environ.setdefault(TVM_THREADS, str(physical_cores()))
    return int(tvm.get_global_func("runtime.NumThreads")())


def threads_of(mod: tvm.ir.IRModule) -> int:
    """How many threads a module runs on: one, unless a loop of it is parallel."""
    found: list[bool] = []

    def on_for(loop: tirx.For) -> None:
        found.append(loop.kind == tirx.ForKind.PARALLEL)

    for func in mod.functions.values():
        tvm_ffi.structural_walk(func.body, (tirx.For, on_for))
    return pool_threads() if any(found) else 1


def error_of(rung: Rung, workload: Workload, library: tvm.runtime.Executable) -> float:
    """Worst relative error on random inputs; raises UserError where the rung is wrong."""
    worst = 0.0
    for kind in ("random", "integer"):
        inputs = workload.inputs(np.random.default_rng(0), integer=kind == "integer")
        got = run_library(library, inputs, workload.outputs())
        expected = workload.reference(inputs)
        bounds = workload.tolerance(inputs) if kind == "random" else [0] * len(expected)
        for one, right, bound in zip(got, expected, bounds, strict=True):
            _, message = compare(one, right, bound)
            if message:
                raise UserError(f"{rung.path} at {workload.shape} is wrong: {message}")
            worst = max(worst, float(np.linalg.norm(one - right) / np.linalg.norm(right)))
    return worst


def bench_cpu_shape(
    rungs: Sequence[Rung],
    workload: Workload,
    ceilings: dict[int, Ceilings],
    tick: Callable[[], None] = no_tick,
) -> Iterator[dict[str, Any]]:
    """Verify, then time, the rungs that share a workload; a record row each.

    `ceilings` are by number of threads, 1 and the pool's. Raises UserError where a rung is wrong,
    and for workloads that are no plain row-major float32 product.
    """
    if workload != Gemm(*workload.shape):
        raise UserError(f"no NumPy baseline for {workload}")
    errors, threads, prints = {}, {}, {}
    contestants: dict[str, Contestant] = {}
    arguments = [
        *(tvm.runtime.tensor(one) for one in workload.inputs(np.random.default_rng(0))),
        *(tvm.runtime.empty(shape, dtype) for shape, dtype in workload.outputs()),
    ]
    for rung in rungs:
        mod = steps(rung, workload)[-1].mod
        library = compile_module(mod, rung.build, kind="llvm", mcpu=NATIVE)
        errors[rung.path] = error_of(rung, workload, library)
        threads[rung.path] = threads_of(mod)
        prints[rung.path] = text_fingerprint(lower_cpu(mod, rung.build, NATIVE).asm)
        contestants[rung.path] = Contestant(rung.path, repeated(library["main"], arguments))
    tick()
    with ExitStack() as stack:
        numpy_by_threads = {
            count: Contestant(
                numpy_name(count),
                stack.enter_context(NumpyProduct(workload.shape, count)).seconds,
            )
            for count in ceilings
        }
        first = next(iter(numpy_by_threads.values()))
        again = Contestant(first.name + AGAIN, first.run)
        everyone = [*contestants.values(), *numpy_by_threads.values(), again]
        until_tied(everyone, partial(measure, everyone), first, again, tick)
    for rung in rungs:
        one, used = contestants[rung.path], threads[rung.path]
        # The baseline with as many threads first: the one to compare with.
        library_times = sorted(
            numpy_by_threads.items(), key=lambda entry, used=used: entry[0] != used
        )
        yield {
            "ladder": rung.ladder,
            "rung": rung.name,
            "shape": list(workload.shape),
            "dtype": workload.dtype,
            "kernel": prints[rung.path],
            "build": rung.build.describe(),
            "threads": used,
            **derived(workload, one.time_us, ceilings[used]),
            "quartiles_us": [round(value, 3) for value in one.quartiles_us],
            "samples": len(one.samples_us),
            "launches_per_sample": one.launches,
            "relative_error": errors[rung.path],
            "tie_ratio": tie_ratio(first, again),
            "baselines": {
                base.name: {
                    "time_us": round(base.time_us, 3),
                    "ratio": round(base.time_us / one.time_us, 4),
                }
                for _, base in library_times
            },
        }


def numpy_name(threads: int) -> str:
    """'NumPy, 1 thread'."""
    return f"NumPy, {threads} thread" + "s" * (threads > 1)


def repeated(main: Callable[..., None], arguments: list) -> Callable[[int], float]:
    """A function of the number of runs that gives the seconds they take together."""

    def seconds(runs: int) -> float:
        start = time.perf_counter()
        for _ in range(runs):
            main(*arguments)
        return time.perf_counter() - start

    return seconds


def measure(contestants: Sequence[Contestant], tick: Callable[[], None] = no_tick) -> None:
    """Fill every contestant's samples (microseconds a run), in turn; a tick a round."""
    for one in contestants:
        one.run(1)
        one.launches = max(1, round(SAMPLE_S / one.run(1)))
    order = random.Random(0)
    for at in range(MOST_SAMPLES):
        for one in order.sample(list(contestants), len(contestants)):
            spent = sum(one.samples_us) * one.launches / 1e6
            if at < LEAST_SAMPLES or spent < CONTESTANT_S:
                time.sleep(PAUSE_S)
                one.samples_us.append(one.run(one.launches) / one.launches * 1e6)
        tick()


def ceilings_by_threads() -> dict[int, Ceilings]:
    """What one thread of this CPU can do at most, and what all can."""
    return {count: measure_cpu_ceilings(count) for count in dict.fromkeys((1, pool_threads()))}
