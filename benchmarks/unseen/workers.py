"""Work on many kernels in processes of their own: one that fails or hangs costs no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from resource import RLIM_INFINITY
from typing import Any

from schedules.worker import Worker, WorkerLost


def answers(
    work: Callable[[Any], Any], queries: Iterable[Any], processes: int, limit_s: float
) -> Iterator[Any]:
    """What `work` makes of each query within `limit_s` seconds, in order; {"error": message} where
    it fails. After a failure its process is replaced: with an error on a GPU it can do no more."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(processes):
        # A limit on addresses would stop CUDA, which reserves all that the host and the GPU have.
        idle.put(Worker(work, RLIM_INFINITY))

    def one(query: Any) -> Any:
        worker = idle.get()
        try:
            answer = worker.do(query, limit_s)
        except WorkerLost as lost:
            answer = {"error": str(lost)}
        if isinstance(answer, dict) and "error" in answer:
            worker.end()
            worker.start()
        idle.put(worker)
        return answer

    try:
        with ThreadPoolExecutor(processes) as pool:
            yield from pool.map(one, queries)
    finally:
        for _ in range(processes):
            idle.get().end()
