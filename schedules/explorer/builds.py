"""Requested builds: identical requests share one; a build without a waiting client is stopped."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from ..processes.worker import Worker, WorkerLost
from .page import as_json
from .queries import refusal_field
from .workers import Workers

Answer = tuple[int, bytes]

CACHE_BYTES = 256 * 2**20
# How long a build continues without a waiting client: restarting a worker costs more.
GRACE_S = 5.0
# Interval at which waiting clients are checked.
LOOK_S = 0.1


class Build:
    """A query that is being answered."""

    def __init__(self, key: str, query: dict[str, Any]) -> None:
        self.key = key
        self.query = query
        self.waiting = 0
        # When the last waiting client left.
        self.left = 0.0
        self.worker: Worker | None = None
        self.done = threading.Event()
        self.answer: Answer = HTTPStatus.SERVICE_UNAVAILABLE, b""

    @property
    def wanted(self) -> bool:
        return self.waiting > 0

    @property
    def progress(self) -> str:
        """The current stage of the build."""
        return "waiting for a free process" if self.worker is None else self.worker.progress


class Answers:
    """Answers by query, as JSON bytes; the oldest are dropped beyond CACHE_BYTES."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        # Identical queries share a pending build.
        self._pending: dict[str, Build] = {}
        self._lock = threading.Lock()

    def get(self, query: dict[str, Any], gone: Callable[[], bool] = lambda: False) -> Answer | None:
        """HTTP status and body; None as soon as all clients that requested it are `gone`."""
        key = _key(query)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            build = self._pending.get(key)
            if build is None:
                build = self._pending[key] = Build(key, query)
                threading.Thread(target=self._run, args=(build,), daemon=True).start()
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
                if not build.wanted and not build.done.is_set():
                    threading.Timer(GRACE_S, self._end_unwanted, (build,)).start()

    def progress(self, query: dict[str, Any]) -> str:
        """The current stage of a query's build; '' if there is none."""
        with self._lock:
            build = self._pending.get(_key(query))
        return build.progress if build else ""

    def _end_unwanted(self, build: Build) -> None:
        with self._lock:
            unwanted = not build.wanted and time.monotonic() - build.left >= GRACE_S
            if unwanted and build.worker:
                self._forget(build)
                build.worker.process.kill()

    def _forget(self, build: Build) -> None:
        """Drop a pending build, so that the next identical request starts a new one."""
        if self._pending.get(build.key) is build:
            del self._pending[build.key]

    def _run(self, build: Build) -> None:
        try:
            build.answer = self._made(build)
        except Exception as error:
            # Waiting clients get an answer; the thread ends with the error.
            build.answer = _refused(HTTPStatus.INTERNAL_SERVER_ERROR, repr(error))
            raise
        finally:
            with self._lock:
                self._forget(build)
                if build.answer[0] in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY):
                    self._keep(build.key, build.answer)
            build.done.set()

    def _made(self, build: Build) -> Answer:
        def at_work(worker: Worker | None) -> bool:
            with self._lock:
                build.worker = worker
                if not build.wanted:
                    self._forget(build)
                return build.wanted

        try:
            answer = self._workers.do(build.query, at_work)
        except WorkerLost as lost:
            # A retry may succeed, so this answer is not kept.
            return _refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{lost}; try again")
        if answer is None:
            return _refused(HTTPStatus.SERVICE_UNAVAILABLE, "the request was abandoned")
        if "error" in answer:
            field = refusal_field(answer, build.query)
            return _refused(HTTPStatus.UNPROCESSABLE_ENTITY, answer["error"], field=field)
        return HTTPStatus.OK, as_json(answer).encode()

    def _keep(self, key: str, answer: Answer) -> None:
        self._kept[key] = answer
        while sum(len(body) for _, body in self._kept.values()) > CACHE_BYTES:
            self._kept.popitem(last=False)


def _key(query: dict[str, Any]) -> str:
    return json.dumps(query, sort_keys=True)


def _refused(status: HTTPStatus, text: str, **more: str) -> Answer:
    return status, as_json({"error": text, **more}).encode()
