"""Builds in processes of their own: one that hangs, crashes or eats memory costs its request only.

A worker is started ahead, with TVM loaded, and kept for as long as it behaves.
"""

from __future__ import annotations

import queue
import resource
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from ..errors import UserError

# TVM with LLVM and NVRTC loaded maps less than 1 GB.
MEMORY_BYTES = 4 * 2**30
SECONDS = 30.0
# Starting takes as long as loading TVM does.
START_SECONDS = 60.0

Work = Callable[[dict[str, Any]], dict[str, Any]]


class WorkerLost(Exception):
    """A build that gave no answer: it took too long, or its process died."""


class Worker:
    """One process that does one piece of work after the other."""

    def __init__(self, work: Work, memory: int) -> None:
        self._work, self._memory = work, memory
        self.start()

    def start(self) -> None:
        """A fresh process."""
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, self._work, self._memory), name="build", daemon=True
        )
        self.process.start()
        theirs.close()
        self._ready = False

    def do(self, query: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a query; raises WorkerLost, after which the worker is of no more use."""
        try:
            if not self._ready:
                self._receive(START_SECONDS)
                self._ready = True
            self._ours.send(query)
            return self._receive(seconds)
        except (EOFError, OSError):
            self.process.join(START_SECONDS)
            raise WorkerLost(f"the build crashed ({self._ending()}); try again") from None

    def _receive(self, seconds: float) -> Any:
        if not self._ours.poll(seconds):
            raise WorkerLost(f"the build took more than {seconds:g} s and was ended")
        return self._ours.recv()

    def _ending(self) -> str:
        code = self.process.exitcode
        if code is None:
            return "no exit code"
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def end(self) -> None:
        """Kill the process; it has nothing to lose."""
        self.process.kill()
        self.process.join()
        self._ours.close()


def _serve(connection: Connection, work: Work, memory: int) -> None:
    # Ctrl-C is for the server to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # A crash is reported, not dumped.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _warm()
    with suppress(EOFError, OSError):
        connection.send("ready")
        while True:
            query = connection.recv()
            try:
                answer = work(query)
            except UserError as error:
                answer = {"error": str(error), "kind": type(error).__name__}
            except MemoryError:
                answer = {"error": "the build ran out of memory", "kind": "MemoryError"}
            except Exception as error:  # what TVM makes of odd numbers is anybody's guess
                kind = type(error).__name__
                answer = {"error": f"{kind}: {_last_line(error)}", "kind": kind}
            connection.send(answer)


def _last_line(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2]


def _warm() -> None:
    """Load TVM and its tensor intrinsics, so that the first request does not wait for them."""
    from ..catalog import ladders
    from ..gemm.tensor_tiles import intrinsics

    ladders()
    intrinsics()


class Workers:
    """A few workers; a lost one is started anew at once.

    A worker belongs to whoever took it from the queue, and only its owner ends it: two threads
    that close one connection can close a third one's.
    """

    def __init__(
        self,
        work: Work,
        count: int = 2,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY_BYTES,
    ) -> None:
        self._seconds = seconds
        self._ended = False
        # Held while processes are started or killed: none is started after the end.
        self._lock = threading.Lock()
        self._idle: queue.Queue[Worker] = queue.Queue()
        self.all = [Worker(work, memory) for _ in range(count)]
        for worker in self.all:
            self._idle.put(worker)

    def do(self, query: dict[str, Any]) -> dict[str, Any]:
        """A query's answer, from the next worker that is free; raises WorkerLost."""
        worker = self._idle.get()
        try:
            if self._ended:
                raise WorkerLost("the server is ending")
            if not worker.process.is_alive():
                # It died with nothing to do, which is nobody's loss.
                self._restart(worker)
            try:
                return worker.do(query, self._seconds)
            except BaseException:
                self._restart(worker)
                raise
        finally:
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
