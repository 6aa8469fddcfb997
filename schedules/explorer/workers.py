"""Worker processes for builds: one that hangs, crashes or uses too much memory fails only its
request.

A worker is started ahead of time, with TVM loaded.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from ..processes.worker import Work, Worker, WorkerLost

# TVM with LLVM and NVRTC loaded maps less than 1 GB.
MEMORY_BYTES = 4 * 2**30
SECONDS = 30.0


def _warm() -> None:
    """Load TVM and its tensor intrinsics, so that the first request does not wait for them."""
    from ..compile import fresh
    from ..core.catalog import ladders
    from ..gemm.tensor_tiles import intrinsics

    # Leave time for the other parts if machine code cannot be generated.
    fresh.SECONDS = SECONDS / 3
    ladders()
    intrinsics()


class Workers:
    """A few workers; a lost one is replaced at once. Those with `alone` have no network.

    A worker belongs to the thread that took it from the queue, and only that thread ends it: if two
    threads closed the same connection, one of them could close a newer one.
    """

    def __init__(
        self,
        work: Work,
        count: int = 2,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY_BYTES,
        alone: bool = False,
        warm: Callable[[], None] | None = _warm,
    ) -> None:
        self._seconds = seconds
        self._ended = False
        # Held while processes start or are killed: none starts after the end.
        self._lock = threading.Lock()
        self._idle: queue.Queue[Worker] = queue.Queue()
        self.all = [
            Worker(work, memory, name="the build", warm=warm, alone=alone) for _ in range(count)
        ]
        for worker in self.all:
            self._idle.put(worker)

    def do(
        self, query: dict[str, Any], at_work: Callable[[Worker | None], bool] = lambda _: True
    ) -> dict[str, Any] | None:
        """A query's answer, from the next free worker; raises WorkerLost.

        `at_work` is called with the worker before it starts, and with None before it is released.
        If it returns False, nobody wants the answer, and the result is None. A worker that answers
        {"again": True} is restarted and asked once more.
        """
        worker = self._idle.get()
        try:
            if self._ended:
                raise WorkerLost("the server is ending")
            if not at_work(worker):
                return None
            if not worker.process.is_alive():
                # It died while idle, so no work is lost.
                self._restart(worker)
            try:
                answer = worker.do(query, self._seconds)
                if answer.get("again"):
                    self._restart(worker)
                    answer = worker.do(query, self._seconds)
                return answer
            except BaseException:
                self._restart(worker)
                raise
        finally:
            at_work(None)
            self._idle.put(worker)

    def _restart(self, worker: Worker) -> None:
        with self._lock:
            if not self._ended:
                worker.end()
                worker.start()

    def end(self) -> None:
        """End every worker; a build under way is lost. Safe to call twice."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            for worker in self.all:
                worker.process.kill()
        for worker in [self._idle.get() for _ in self.all]:
            worker.end()
            self._idle.put(worker)
