"""Requested builds: identical requests share one; a build without a waiting client is stopped."""

from __future__ import annotations

import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from ..processes.pool import LOOK_S, Pool
from ..processes.worker import Worker, WorkerLost, why
from .page import as_json
from .queries import refusal_field

Answer = tuple[int, bytes]

CACHE_BYTES = 256 * 2**20
# How long a build continues without a waiting client: restarting a worker costs more.
GRACE_S = 5.0
# Limits of a build; what is made of a built step may take longer. TVM with LLVM and NVRTC loaded
# maps less than 1 GB.
SECONDS = 30.0
STEPS_AT_ONCE = 1
MEMORY_BYTES = 4 * 2**30


def warm() -> None:
    """Load TVM and its tensor intrinsics, so that the first request does not wait for them."""
    from ..compile import fresh
    from ..core.ladder import ladders
    from ..gemm.tensor_tiles import intrinsics

    # Leave time for the other parts if machine code cannot be generated.
    fresh.SECONDS = SECONDS / 3
    ladders()
    intrinsics()


def build_pool(
    work: Callable[[Any], Any],
    count: int = 2,
    *,
    seconds: float = SECONDS,
    alone: bool = False,
    warm: Callable[[], None] | None = warm,
) -> Pool:
    """Workers for builds, started ahead of time; those with `alone` have no network."""
    options = {"name": "the build", "warm": warm, "alone": alone}
    return Pool(work, count, seconds=seconds, memory=MEMORY_BYTES, **options)


class Build:
    """A query that a thread is having answered, for all clients that wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        # When a client last stopped waiting.
        self.left = time.monotonic()
        self.worker: Worker | None = None
        self.done = threading.Event()
        self.answer: Answer = HTTPStatus.SERVICE_UNAVAILABLE, b""


class Answers:
    """Answers by query, as JSON bytes; the oldest are dropped beyond CACHE_BYTES."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        # Identical queries share a pending build.
        self._pending: dict[str, Build] = {}
        # Steps are analysed one after the other, because that may take minutes: the other processes
        # open rungs meanwhile.
        self._analyses = threading.Semaphore(STEPS_AT_ONCE)
        self._lock = threading.Lock()

    def get(self, query: dict[str, Any], gone: Callable[[], bool] = lambda: False) -> Answer | None:
        """HTTP status and body; None as soon as the client that requested it is `gone`."""
        key = _key(query)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            build = self._pending.get(key)
            if build is None:
                build = self._pending[key] = Build()
                making = (key, build, query)
                threading.Thread(target=self._make, args=making, daemon=True).start()
            build.waiting += 1
        try:
            while not build.done.wait(LOOK_S):
                if gone():
                    return None
            return build.answer
        finally:
            with self._lock:
                build.waiting -= 1
                build.left = time.monotonic()

    def progress(self, query: dict[str, Any]) -> str:
        """The current stage of a query's build; '' if there is none."""
        with self._lock:
            build = self._pending.get(_key(query))
        if build is None:
            return ""
        return build.worker.progress if build.worker else "waiting for a free process"

    def _make(self, key: str, build: Build, query: dict[str, Any]) -> None:
        """Build until no client has waited for it for a while."""

        def wanted(worker: Worker | None) -> bool:
            with self._lock:
                # A build that has not begun costs nothing.
                grace_s = GRACE_S if build.worker else 0.0
                build.worker = worker
                if build.waiting or time.monotonic() - build.left <= grace_s:
                    return True
                # The next identical request starts a new build.
                self._pending.pop(key, None)
                return False

        try:
            build.answer = self._built(query, wanted)
        except Exception as error:
            # Waiting clients get an answer; the thread ends with the error.
            build.answer = _refused(HTTPStatus.INTERNAL_SERVER_ERROR, repr(error))
            raise
        finally:
            with self._lock:
                if self._pending.get(key) is build:
                    del self._pending[key]
                if build.answer[0] in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY):
                    self._keep(key, build.answer)
            build.done.set()

    def _built(self, query: dict[str, Any], wanted: Callable[[Worker | None], bool]) -> Answer:
        try:
            if "step" in query:
                answer = self._analysed(query, wanted)
            else:
                answer = self._pool.do(query, wanted, None)
        except WorkerLost as lost:
            # A retry may succeed, so this answer is not kept.
            return _refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{lost}; try again")
        except Exception as error:  # TVM may raise anything for odd numbers
            field = refusal_field(error, query)
            return _refused(HTTPStatus.UNPROCESSABLE_ENTITY, why(error), field=field)
        if answer is None:
            return _refused(HTTPStatus.SERVICE_UNAVAILABLE, "the request was abandoned")
        return HTTPStatus.OK, as_json(answer).encode()

    def _analysed(self, query: dict[str, Any], wanted: Callable[[Worker | None], bool]) -> Any:
        """What is made of a step. Who waits for it sees its progress and may cancel it, so it takes
        as long as it needs."""
        while not self._analyses.acquire(timeout=LOOK_S):
            if not wanted(None):
                return None
        try:
            return self._pool.do(query, wanted, math.inf)
        finally:
            self._analyses.release()

    def _keep(self, key: str, answer: Answer) -> None:
        self._kept[key] = answer
        while sum(len(body) for _, body in self._kept.values()) > CACHE_BYTES:
            self._kept.popitem(last=False)


def _key(query: dict[str, Any]) -> str:
    return json.dumps(query, sort_keys=True)


def _refused(status: HTTPStatus, text: str, **more: str) -> Answer:
    return status, as_json({"error": text, **more}).encode()
