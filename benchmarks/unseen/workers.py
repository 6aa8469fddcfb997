"""Isolated worker processes: a kernel that fails or hangs does not affect the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from resource import RLIM_INFINITY
from typing import Any

from schedules.processes.worker import Worker, WorkerLost


def answers(
    work: Callable[[Any], Any], queries: Iterable[Any], processes: int, limit_s: float
) -> Iterator[Any]:
    """Run `work` on each query and yield its results in order.

    Yields {"error": message} for a query that fails or takes longer than `limit_s` seconds. A
    failure also replaces the process: a CUDA context is unusable after an error in a kernel.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(processes):
        # No limit on address space: CUDA reserves more than the memory of host and GPU together.
        idle.put(Worker(work, RLIM_INFINITY))

    def ask(query: Any) -> Any:
        worker = idle.get()
        try:
            answer = worker.do(query, limit_s)
            error = answer.get("error") if isinstance(answer, dict) else None
        except WorkerLost as lost:
            error = str(lost)
        if error is not None:
            answer = {"error": error}
            worker.end()
            worker.start()
        idle.put(worker)
        return answer

    try:
        with ThreadPoolExecutor(processes) as pool:
            yield from pool.map(ask, queries)
    finally:
        for _ in range(processes):
            idle.get().end()
