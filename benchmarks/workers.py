"""Isolated worker processes: a kernel that fails or hangs does not affect the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from schedules.processes.pool import Pool
from schedules.processes.worker import why


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
