"""The live page on this machine: shapes, architectures and tile numbers that the user chooses.

It listens on the loopback interface only. A request needs the token of the printed address (later a
cookie), and its Host and Origin must be those of this server, so that no other page in the browser
can send requests.
"""

from __future__ import annotations

import hmac
import json
import math
import secrets
import select
import socket
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import click

from gpusim.errors import UserError

from .. import __version__
from ..learning.exercise import all_exercises, changed, grade_text, load, tried
from ..processes.platforms import check_can_confine
from ..processes.worker import LOOK_S, Pool, Worker, WorkerLost, why
from . import model
from .page import as_json, index_of, page
from .queries import (
    BUILD_S,
    BadQuery,
    Numbers,
    checked,
    perform,
    refusal_field,
    version_of,
    warm,
)

HOST = "127.0.0.1"
# How long a build continues without a waiting client: restarting a worker costs more.
GRACE_S = 5.0
CACHE_BYTES = 256 * 2**20
STEPS_AT_ONCE = 1
# Memory of a build. TVM with LLVM and NVRTC loaded maps less than 1 GB.
MEMORY_BYTES = 4 * 2**30
# Limits of an exercise's text, which is Python that anyone with the server's token may send. It
# runs in a process without network (platforms.py), and only if the system supports that.
LONGEST_TEXT, GRADE_S = 32 * 1024, 120.0
# Size of an exercise's text as JSON: at most six bytes per character.
LONGEST_BODY = 6 * LONGEST_TEXT + 1024
# Bytes that are read of a larger request, and seconds to wait for more of them.
MOST_DRAINED, DRAIN_SECONDS = 16 * 2**20, 5.0


Answer = tuple[int, bytes]


class Server(ThreadingHTTPServer):
    """The page's server; `url` contains the token. `files` are the user's, in addition to all
    ladders."""

    daemon_threads = True

    def __init__(self, port: int = 0, pool: Pool | None = None, files: Sequence[str] = ()) -> None:
        from ..core.ladder import ladders

        self.token = secrets.token_urlsafe(24)
        super().__init__((HOST, port), Handler)
        self.port = self.server_address[1]
        self.pool = pool or build_pool(perform)
        self.answers = Answers(self.pool)
        self.exercises = Exercises()
        self.files = list(files)
        # By path, the references of the rungs that the files had when listed last.
        self._references: Mapping[str, str] = {}
        self._numbers = self._catalog = {
            rung.path: Numbers.of(rung)
            for ladder in ladders().values()
            for rung in ladder.rungs.values()
        }
        index = index_of(model.listed(), files=self.files)
        # Only the live page has exercises; the site has its own pages for them.
        self.html = page(index, {}, all_exercises(), gradable()).encode()

    @property
    def version(self) -> str:
        """The version of the files; '' if there are none."""
        return version_of(self.files) if self.files else ""

    def answer(self, body: Any, gone: Callable[[], bool]) -> Answer | None:
        """The answer to a query; None if the client has disconnected. Raises BadQuery."""
        query = self._query(body)
        answer = self._answers_to(query).get(query, gone)
        if answer and answer[0] == HTTPStatus.OK:
            if "grade" in query:
                self.exercises.graded(json.loads(answer[1]))
            elif "files" in query:
                self._list(json.loads(answer[1]))
        return answer

    def _list(self, listed: dict[str, Any]) -> None:
        """Know the rungs of the files."""
        self._numbers = self._catalog | {
            path: Numbers(path, tuple(numbers["axes"]), numbers["tile"])
            for path, numbers in listed["numbers"].items()
        }
        self._references = listed["references"]

    def _answers_to(self, query: dict[str, Any]) -> Answers:
        return self.exercises.answers if "grade" in query else self.answers

    def progress(self, body: Any) -> str:
        """The current stage of a query's build; '' if there is none."""
        try:
            query = self._query(body)
        except BadQuery:
            # While it is built, a save may take away what it names; its own answer says so.
            return ""
        return self._answers_to(query).progress(query)

    def _query(self, body: Any) -> dict[str, Any]:
        """A query for a worker: for files, with their version."""
        if isinstance(body, dict) and "grade" in body:
            return self.exercises.checked(body)
        query = checked(body, self._numbers)
        if "files" in query:
            return {"files": self.files, "version": self.version}
        if "why" in query:
            query = {**query, "why": self._referred(query["why"])}
        return self._referred(query)

    def _referred(self, query: dict[str, Any]) -> dict[str, Any]:
        """A query of a user's file with its reference and version."""
        reference = self._references.get(query["rung"])
        if reference:
            return {**query, "reference": reference, "version": self.version}
        return query

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name; it contains the port, because browsers share cookies among a host's
        ports."""
        return f"schedules-{self.port}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return (f"{HOST}:{self.port}", f"localhost:{self.port}")

    def end(self) -> None:
        """Stop listening and end the workers."""
        self.server_close()
        self.pool.end()
        self.exercises.end()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore that a page was closed while it waited."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """GET / returns the page; a token in the address is first moved to a cookie, so that it does
    not stay in the browser's history. GET /api/version returns the version of the files, GET
    /api/exercises the progress. POST /api/build answers a query, POST /api/progress returns the
    stage of its build, POST /api/hint stores that a hint was shown."""

    server: Server
    server_version = f"schedules/{__version__}"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        try:
            asked = urlsplit(self.path)
        except ValueError:
            self._refuse(HTTPStatus.BAD_REQUEST, "the address is no URL")
            return
        token = parse_qs(asked.query).get("token", [""])[0]
        if not self._allowed(token or self._cookie()):
            return
        if asked.path == "/" and token:
            self._send(HTTPStatus.SEE_OTHER, b"", "text/plain")
        elif asked.path == "/":
            self._send(HTTPStatus.OK, self.server.html, "text/html; charset=utf-8")
        elif asked.path == "/api/version":
            self._tell(lambda: {"version": self.server.version})
        elif asked.path == "/api/exercises":
            self._tell(self.server.exercises.done)
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "nothing here")

    def do_POST(self) -> None:
        if not self._allowed(self._cookie()):
            return
        length = self.headers.get("Content-Length", "")
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        if self.path not in ("/api/build", "/api/progress", "/api/hint"):
            self._refuse(HTTPStatus.NOT_FOUND, "nothing here")
        elif kind != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a query is application/json")
        elif not length.isdecimal():
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "a query has a Content-Length")
        # Python refuses to convert thousands of digits.
        elif len(length) > 9 or int(length) > LONGEST_BODY:
            text = f"a query has {LONGEST_BODY:,} bytes at most"
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, text)
            # The client sees the answer if the rest of the body is read.
            self.connection.settimeout(DRAIN_SECONDS)
            with suppress(OSError):
                self.rfile.read(min(int(length[:9]), MOST_DRAINED))
        else:
            body = self.rfile.read(int(length))
            self._tell(lambda: self._answered(json.loads(body)))

    def _answered(self, query: Any) -> Any:
        """The answer to a query; None if it has been sent."""
        if self.path == "/api/hint":
            return self.server.exercises.hinted(query)
        if self.path == "/api/progress":
            return {"progress": self.server.progress(query)}
        answer = self.server.answer(query, self._gone)
        if answer is None:
            self.close_connection = True
        else:
            self._send(*answer)
        return None

    def _tell(self, made: Callable[[], Any]) -> None:
        """Answer with a result, or with the reason why there is none."""
        try:
            result = made()
        except BadQuery as error:
            status, result = HTTPStatus.BAD_REQUEST, {"error": str(error), "field": error.field}
        except UserError as error:
            status, result = HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error)}
        except (ValueError, RecursionError):
            status, result = HTTPStatus.BAD_REQUEST, {"error": "the query is no JSON"}
        else:
            status = HTTPStatus.OK
        if result is not None:
            self._send(status, as_json(result).encode())

    def _gone(self) -> bool:
        """Whether the other end has closed or reset the connection."""
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except ConnectionError:
            return True

    def _cookie(self) -> str:
        """The token that this server gave the browser."""
        # http.cookies stops at a malformed cookie, which another server on this host may have set.
        for cookie in self.headers.get("Cookie", "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self.server.cookie:
                return value
        return ""

    def _allowed(self, token: str) -> bool:
        """Whether the request comes from this server's own page; if not, it is refused."""
        origin = self.headers.get("Origin")
        text = ""
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            text = "wrong Host"
        elif origin is not None and origin not in [f"http://{host}" for host in self.server.hosts]:
            text = "wrong Origin"
        elif not hmac.compare_digest(token.encode(), self.server.token.encode()):
            text = "open the address that schedules serve printed: it has the token"
        if text:
            self._refuse(HTTPStatus.FORBIDDEN, text)
        return not text

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        # The body was not read, so the connection cannot be reused.
        self.close_connection = True
        self._send(status, as_json({"error": text}).encode())

    def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == HTTPStatus.SEE_OTHER:
            token = f"{self.server.cookie}={self.server.token}"
            self.send_header("Location", "/")
            self.send_header("Set-Cookie", f"{token}; HttpOnly; SameSite=Strict; Path=/")
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing: the address in a log would contain the token."""


def run_serve(port: int, files: Sequence[str] = ()) -> int:
    """`schedules serve`: runs until Ctrl-C, and returns the exit code."""
    try:
        server = Server(port, files=files)
    except OSError as error:
        raise UserError(
            f"cannot listen on {HOST}:{port}: {error.strerror or error}; choose another --port"
        ) from error
    click.echo(f"{server.url}\nCtrl-C ends it.")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo("")
    finally:
        server.end()
    return 0


# --- builds: identical queries share one; one without a waiting client is stopped ---------------


def build_pool(
    work: Callable[[Any], Any],
    count: int = 2,
    *,
    seconds: float = BUILD_S,
    alone: bool = False,
    warm: Callable[[], None] | None = warm,
) -> Pool:
    """Workers for builds, started ahead of time; those with `alone` have no network."""
    options = {"name": "the build", "warm": warm, "alone": alone}
    return Pool(work, count, seconds=seconds, memory=MEMORY_BYTES, **options)


class Build:
    """A query that a thread has answered, for all clients that wait for it."""

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
        # By query: identical ones share a build. The one that was asked last is at the end.
        self._builds: OrderedDict[str, Build] = OrderedDict()
        # Steps are analysed one after the other, because that may take minutes: the other processes
        # open rungs meanwhile.
        self._analyses = threading.Semaphore(STEPS_AT_ONCE)
        self._lock = threading.Lock()

    def get(self, query: dict[str, Any], gone: Callable[[], bool] = lambda: False) -> Answer | None:
        """HTTP status and body; None as soon as the client that requested it is `gone`."""
        key = _key(query)
        with self._lock:
            build = self._builds.get(key)
            if build is None:
                build = self._builds[key] = Build()
                making = (key, build, query)
                threading.Thread(target=self._make, args=making, daemon=True).start()
            self._builds.move_to_end(key)
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
            build = self._builds.get(_key(query))
        if build is None or build.done.is_set():
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
                self._forget(key, build)
                return False

        try:
            build.answer = self._built(query, wanted)
        except Exception as error:
            # Waiting clients get an answer; the thread ends with the error.
            build.answer = _refused(HTTPStatus.INTERNAL_SERVER_ERROR, repr(error))
            raise
        finally:
            with self._lock:
                if build.answer[0] not in (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY):
                    self._forget(key, build)
                while sum(len(each.answer[1]) for each in self._builds.values()) > CACHE_BYTES:
                    self._builds.popitem(last=False)
            build.done.set()

    def _forget(self, key: str, build: Build) -> None:
        if self._builds.get(key) is build:
            del self._builds[key]

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


def _key(query: dict[str, Any]) -> str:
    return json.dumps(query, sort_keys=True)


def _refused(status: HTTPStatus, text: str, **more: str) -> Answer:
    return status, as_json({"error": text, **more}).encode()


# --- exercises ------------------------------------------------------------------------------------


def gradable() -> bool:
    """Whether a text can be run here."""
    try:
        check_can_confine()
    except UserError:
        return False
    return True


class Exercises:
    """The exercises and the progress; the grading process starts with the first request."""

    def __init__(self, work: Callable[[dict[str, Any]], dict[str, Any]] = grade_text) -> None:
        self._work = work
        self._pool: Pool | None = None
        self._answers: Answers | None = None
        # Held while a worker starts or the progress file is rewritten.
        self._lock = threading.Lock()

    @property
    def answers(self) -> Answers:
        with self._lock:
            if self._answers is None:
                self._pool = build_pool(self._work, 1, seconds=GRADE_S, alone=True)
                self._answers = Answers(self._pool)
            return self._answers

    def checked(self, query: dict[str, Any]) -> dict[str, Any]:
        """A query to grade a text, {"grade": name, "text": text}; raises BadQuery."""
        if query.keys() != {"grade", "text"} or not gradable():
            raise BadQuery("to grade takes an exercise's name and a text")
        if query["grade"] not in [exercise.name for exercise in all_exercises()]:
            raise BadQuery("no such exercise", "grade")
        if not isinstance(query["text"], str) or len(query["text"]) > LONGEST_TEXT:
            raise BadQuery(f"a text has {LONGEST_TEXT:,} characters at most", "text")
        return query

    def graded(self, grade: dict[str, Any]) -> None:
        """Store that an exercise was attempted."""
        with self._lock:
            tried(grade["exercise"], passed=grade["passed"])

    def hinted(self, query: Any) -> dict[str, Any]:
        """Store that a hint was shown, {"hint": name, "number": n}; raises BadQuery."""
        known = {exercise.name: len(exercise.hints) for exercise in all_exercises()}
        if not isinstance(query, dict) or query.get("hint") not in list(known):
            raise BadQuery("no such exercise", "hint")
        number = query.get("number")
        if type(number) is not int or not 1 <= number <= known[query["hint"]]:
            raise BadQuery("no such hint", "number")
        with self._lock, changed(query["hint"]) as state:
            state.hints = max(state.hints, number)
        return self.done()

    def done(self) -> dict[str, Any]:
        """The progress by exercise; raises UserError if its file cannot be read."""
        return {name: asdict(state) for name, state in load().items()}

    def end(self) -> None:
        if self._pool:
            self._pool.end()
