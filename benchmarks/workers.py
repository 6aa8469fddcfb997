"""Isolated worker processes, in which a kernel that fails or hangs does not affect the others; and
the time of a kernel file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gpusim.isa.cubin import code_hash
from schedules.core.gpu import cuda
from schedules.measure.contest import spread
from schedules.measure.timing import measured
from schedules.processes.worker import Pool, why
from schedules.sources.kernel_files import FileKernel


def answers(
    work: Callable[[Any], Any], queries: Iterable[Any], processes: int, limit_s: float
) -> Iterator[Any]:
    """Run `work` on each query and yield its results in order.

    Yields {"error": message} for a query that fails or takes longer than `limit_s` seconds. A
    failure also replaces the process: a CUDA context is unusable after an error in a kernel.
    """

    def ask(query: Any) -> Any:
        try:
            return pool.do(query)
        except Exception as error:  # a kernel's failure is its answer
            return {"error": why(error)}

    # No limit on address space: CUDA reserves more than the memory of host and GPU together.
    with (
        Pool(work, processes, seconds=limit_s, fragile=True) as pool,
        ThreadPoolExecutor(processes) as threads,
    ):
        yield from threads.map(ask, queries)


def timed(kernel: FileKernel) -> dict[str, Any]:
    """A row of a record: a kernel's time on this GPU with cold caches, and the code that ran."""
    contestant = measured(kernel)
    cuda().cuda.empty_cache()
    return {
        "code": code_hash(kernel.machine.cubin),
        "compiler": kernel.compiler_version,
        "time_us": round(contestant.time_us, 3),
        **spread(contestant),
        "launches_per_sample": contestant.launches,
    }
