"""Timing on this machine's CPU: verified first, interleaved with NumPy, with measured ceilings.

Rungs run in this process, compiled for this CPU. NumPy runs in a separate process for each number
of threads, since its BLAS reads that number when it is loaded. One contestant runs at a time. Each
run reads the operands of the previous one, so data that fit a cache are found there, for NumPy as
well.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import tvm
from tvm import tirx

from gpusim.errors import UserError

from ..analyses.verification.compare import difference
from ..core.errors import WrongResult
from ..core.kernel import Failed, Kernel, raise_failure
from ..core.problem import INTEGER, RANDOM, Problem
from ..lowering.lower import run_library
from ..lowering.nodes import nodes
from ..processes.platforms import cores, on_linux
from ..processes.worker import Worker
from ..workloads import Gemm, Gemv, Workload
from .ceilings import Ceilings, measure_cpu_ceilings, repeated
from .contest import MOST_SAMPLES, Contestant, no_tick, row, take_samples, timed_beside

TOPOLOGY = Path("/sys/devices/system/cpu")
TVM_THREADS = "TVM_NUM_THREADS"

SAMPLE_S = 0.02
CONTESTANT_US = 3e6
# Worker threads of the previous contestant spin while they wait for work: OpenBLAS's for 2^26
# cycles, 30 ms. While one spins, a rung with two threads has only one of two cores.
PAUSE_S = 0.06
TICKS = 1 + MOST_SAMPLES


def physical_cores() -> int:
    """Cores that this process may use; hyper-threads of a core count once."""
    if not on_linux():
        return cores()
    allowed = os.sched_getaffinity(0)
    siblings = set()
    for cpu in allowed:
        file = TOPOLOGY / f"cpu{cpu}" / "topology" / "thread_siblings_list"
        siblings.add(file.read_text() if file.exists() else str(cpu))
    return len(siblings)


def pool_threads() -> int:
    """Threads of TVM's pool: TVM_NUM_THREADS, or the number of cores.

    TVM's default is half of the logical cores, which is half the machine without hyper-threading.
    """
    os.environ.setdefault(TVM_THREADS, str(physical_cores()))
    return int(tvm.get_global_func("runtime.NumThreads")())


def threads_of(mod: tvm.ir.IRModule) -> int:
    """The number of threads of a module: one, unless it has a parallel loop."""
    parallel = any(loop.kind == tirx.ForKind.PARALLEL for loop in nodes(tirx.For, mod))
    return pool_threads() if parallel else 1


def error_of(kernel: Kernel, problem_for: Callable[[str], Problem] | None = None) -> float:
    """Worst relative error on random and integer inputs, by default the kernel's own.

    Raises WrongResult.
    """
    worst = 0.0
    for kind in (RANDOM, INTEGER) if kernel.workload.exact else (RANDOM,):
        problem = (problem_for or kernel.problem)(kind)
        got = run_library(kernel.executable, problem.inputs, kernel.workload.outputs())
        found = difference(got, problem)
        if found.message:
            path, shape = kernel.rung.path, kernel.workload.shape
            raise WrongResult(f"{path} at {shape} is wrong: {found.message}")
        worst = max(worst, found.relative_error)
    return worst


def bench_cpu_shape(
    kernels: Sequence[Kernel],
    ceilings: dict[int, Ceilings],
    tick: Callable[[], None] = no_tick,
    failed: Failed = raise_failure,
) -> Iterator[dict[str, Any]]:
    """Verify, then time, kernels of one workload; returns a record row for each correct one.

    `ceilings` are by number of threads, 1 and the pool's. `failed` is told of the other rungs.
    Raises UserError for workloads other than a row-major float32 GEMM or GEMV.
    """
    workload = kernels[0].workload
    check_numpy_baseline(workload)
    arguments = [
        *(tvm.runtime.tensor(array) for array in workload.inputs(np.random.default_rng(0))),
        *(tvm.runtime.empty(shape, dtype) for shape, dtype in workload.outputs()),
    ]
    problem_for = cache(kernels[0].problem)
    errors: dict[Kernel, float] = {}
    for kernel in kernels:
        try:
            errors[kernel] = error_of(kernel, problem_for)
        except Exception as error:  # of this rung; the others are still timed
            failed("" if isinstance(error, UserError) else kernel.rung.path, error)
    if not errors:
        return
    contestants = [
        Contestant(kernel.rung.path, repeated(kernel.executable["main"], arguments))
        for kernel in errors
    ]
    tick()
    with ExitStack() as stack:
        numpy = []
        for count in ceilings:
            worker = numpy_worker(workload.shape, count)
            stack.callback(worker.end)
            numpy.append((count, Contestant(numpy_name(count), worker.do)))
        tie = timed_beside(contestants, [baseline for _, baseline in numpy], measure, tick)
    for kernel, contestant, error in zip(errors, contestants, errors.values(), strict=True):
        used = threads_of(kernel.step.mod)
        # The baseline with the same number of threads comes first: ratios refer to it.
        baselines = sorted(numpy, key=lambda entry, used=used: entry[0] != used)
        library = [baseline for _, baseline in baselines]
        yield row(kernel, contestant, ceilings[used], error, {"threads": used}, tie, library)


def check_numpy_baseline(workload: Workload) -> None:
    """Raises UserError unless the workload is a row-major float32 GEMM or GEMV."""
    shape = workload.shape
    plain = Gemm(*shape) if len(shape) == 3 else Gemv(*shape, *["float32"] * 3)
    if workload != plain:
        raise UserError(f"no NumPy baseline for {workload}")


def numpy_name(threads: int) -> str:
    """'NumPy, 1 thread'."""
    return f"NumPy, {threads} thread" + "s" * (threads > 1)


def measure(contestants: Sequence[Contestant], tick: Callable[[], None] = no_tick) -> None:
    """Fill every contestant's samples (microseconds per run), in turn; one tick per round."""
    for contestant in contestants:
        contestant.run(1)
        contestant.launches = max(1, round(SAMPLE_S / contestant.run(1)))

    def sample_us(contestant: Contestant) -> float:
        time.sleep(PAUSE_S)
        return contestant.run(contestant.launches) / contestant.launches * 1e6

    take_samples(contestants, sample_us, CONTESTANT_US, tick)


def ceilings_by_threads() -> dict[int, Ceilings]:
    """The ceilings of this CPU with one thread and with all threads."""
    return {count: measure_cpu_ceilings(count) for count in dict.fromkeys((1, pool_threads()))}


# --- NumPy's matmul, in a process of its own ------------------------------------------------------

# NumPy's BLAS reads its number of threads from these when it is loaded.
THREAD_VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)


class NumpyMatmul:
    """The work: matmuls of a shape M,N,K, or N,K for a matrix times a vector."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.run: Callable[[], object] | None = None

    def warm(self) -> None:
        """Create the inputs."""
        m, *columns, k = self.shape
        rng = np.random.default_rng(0)
        a, b = (rng.uniform(-1, 1, one).astype("float32") for one in ((m, k), (k, *columns)))
        c = np.empty((m, *columns), "float32")
        self.run = lambda: np.matmul(a, b, out=c)

    def __call__(self, runs: int) -> float:
        """Wall-clock seconds of `runs` matmuls, one after the other."""
        assert self.run is not None
        start = time.perf_counter()
        for _ in range(runs):
            self.run()
        return time.perf_counter() - start


def numpy_worker(shape: tuple[int, ...], threads: int) -> Worker:
    """A worker that runs matmuls with a number of threads; `do(n)` is the seconds of n of them."""
    work = NumpyMatmul(shape)
    environment = dict.fromkeys(THREAD_VARIABLES, str(threads))
    return Worker(work, name="NumPy", warm=work.warm, environment=environment)
