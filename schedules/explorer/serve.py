"""The page live on this machine: shapes, architectures and tile numbers of one's own.

It listens on the loopback interface only. A request needs the token of the address that is printed
at the start, and has to be addressed to this server (Host) from this server's page (Origin), so
that no other page in the browser can ask it for anything.
"""

from __future__ import annotations

import hmac
import json
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import click

from .. import __version__
from ..errors import UserError, nearest
from ..kernel import kernels_of
from ..names import find_step, resolve
from ..worker import WorkerLost
from . import model, overview
from .page import as_json, index_of, page
from .pipeline import pipeline_record
from .workers import SECONDS, Workers

HOST = "127.0.0.1"
PORT = 8123
LONGEST_BODY = 16 * 1024
LARGEST_EXTENT = 1 << 20
LARGEST_TILE = 4096
CACHE_BYTES = 256 * 2**20


class BadQuery(UserError):
    """A query with something in it that is unknown or out of range; `field` names it."""

    def __init__(self, text: str, field: str = "") -> None:
        super().__init__(text)
        self.field = field


# --- queries --------------------------------------------------------------------------------------


def checked(query: Any, rungs: Mapping[str, Any]) -> dict[str, Any]:
    """The query, if every field is known and within its range; raises BadQuery.

    `rungs` maps the path of every rung to the rung.
    """
    if not isinstance(query, dict):
        raise BadQuery("a query is a JSON object")
    for name in query:
        if name not in ("rung", *CHECKS):
            raise BadQuery(str(nearest("field", str(name), ("rung", *CHECKS))))
    path = query.get("rung")
    if not isinstance(path, str) or path not in rungs:
        raise BadQuery(str(nearest("rung", str(path), rungs)), "rung")
    for name, check in CHECKS.items():
        if name in query:
            check(query[name], rungs[path])
    return query


def _check_shape(shape: Any, rung: Any) -> None:
    axes = rung.workload.axes
    if not isinstance(shape, list) or len(shape) != len(axes):
        raise BadQuery(f"shape has {len(axes)} extents: {', '.join(axes)}", "shape")
    for axis, extent in zip(axes, shape, strict=True):
        _check_number(axis, extent, 1, LARGEST_EXTENT, f"shape.{axis}")


def _check_arch(arch: Any, rung: Any) -> None:
    if not isinstance(arch, str) or len(arch) > 32:
        raise BadQuery("arch is a name such as sm_90", "arch")


def _check_tile(tile: Any, rung: Any) -> None:
    if not isinstance(tile, dict):
        raise BadQuery("tile is an object of numbers", "tile")
    known = model.tile_numbers(rung.tile)
    for name, value in tile.items():
        if name not in known:
            unknown = nearest(f"tile number of {rung.path}", str(name), known)
            raise BadQuery(str(unknown), "tile")
        _check_number(name, value, min(1, known[name]), LARGEST_TILE, name)


def _check_step(step: Any, rung: Any) -> None:
    if not isinstance(step, str) or len(step) > 200:
        raise BadQuery("step is a name", "step")


def _check_flag(flag: Any, rung: Any) -> None:
    if flag is not True:
        raise BadQuery("overview, predict and pipeline are true, or absent")


def _check_number(name: str, value: Any, least: int, most: int, field: str) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BadQuery(f"{name} = {value!r}: a whole number from {least} to {most}", field)


# By field, beside `rung`.
CHECKS: dict[str, Callable[[Any, Any], None]] = {
    "shape": _check_shape,
    "arch": _check_arch,
    "tile": _check_tile,
    "step": _check_step,
    "overview": _check_flag,
    "predict": _check_flag,
    "pipeline": _check_flag,
}


def perform(query: dict[str, Any]) -> dict[str, Any]:
    """In a worker: the record of a rung, the details of one step, or what the overview shows."""
    rung = resolve(query["rung"]).rung
    if query.get("tile"):
        rung = model.with_tile(rung, query["tile"])
    if query.get("overview"):
        return overview.measured_overview(rung, _measured(query["rung"]))
    shape, arch = query.get("shape"), query.get("arch")
    if "step" not in query:
        return model.rung_record(rung, shape, arch, detailed=False)
    kernels = kernels_of(rung, shape, arch)
    step = find_step([kernel.step for kernel in kernels], query["step"])
    kernel = next(kernel for kernel in kernels if kernel.step is step)
    if query.get("predict"):
        return overview.prediction_record(kernel)
    if query.get("pipeline"):
        return pipeline_record(kernel)
    record = model.details(kernel)
    if shape is None and not query.get("tile"):
        record["measured"] = _measured(query["rung"])
    return record


@cache
def _measured(path: str) -> list[dict[str, Any]]:
    """A rung's recorded rows: a worker compares them with the present kernel once."""
    return model.measured(resolve(path).rung)


def refusal_field(answer: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    """The field that a refusal is about, '' where it may be any."""
    if answer.get("kind") == "ShapeError" and "tile" not in query:
        return "shape"
    return "arch" if "arch" in answer["error"].partition(":")[0].split() else ""


class Answers:
    """Answers by query, as JSON bytes; the oldest go when there are too many."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        # Answers on their way: whoever asks the same meanwhile gets the same.
        self._pending: dict[str, Future[tuple[int, bytes]]] = {}
        self._lock = threading.Lock()

    def get(self, query: dict[str, Any]) -> tuple[int, bytes]:
        """HTTP status and body."""
        key = json.dumps(query, sort_keys=True)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            pending = self._pending.get(key)
            if pending is None:
                mine = self._pending[key] = Future()
        if pending is not None:
            return pending.result()
        try:
            found = self._made(key, query)
            mine.set_result(found)
            return found
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._pending[key]

    def _made(self, key: str, query: dict[str, Any]) -> tuple[int, bytes]:
        try:
            answer = self._workers.do(query)
        except WorkerLost as lost:
            # The next one may do better, so this is not kept.
            return HTTPStatus.SERVICE_UNAVAILABLE, as_json({"error": f"{lost}; try again"}).encode()
        if "error" in answer:
            refused = {"error": answer["error"], "field": refusal_field(answer, query)}
            found = HTTPStatus.UNPROCESSABLE_ENTITY, as_json(refused).encode()
        else:
            found = HTTPStatus.OK, as_json(answer).encode()
        with self._lock:
            self._kept[key] = found
            while sum(len(body) for _, body in self._kept.values()) > CACHE_BYTES:
                self._kept.popitem(last=False)
        return found


# --- the server -----------------------------------------------------------------------------------


class Server(ThreadingHTTPServer):
    """The page's server; `url` holds the token."""

    daemon_threads = True
    # Connections at once; a browser has six to a server.
    most_connections = 64

    def __init__(self, port: int = 0, workers: Workers | None = None) -> None:
        from ..catalog import ladders

        self.token = secrets.token_urlsafe(24)
        self._slots = threading.BoundedSemaphore(self.most_connections)
        super().__init__((HOST, port), Handler)
        self.port = self.server_address[1]
        self.workers = workers or Workers(perform)
        self.answers = Answers(self.workers)
        self.rungs = {
            rung.path: rung for ladder in ladders().values() for rung in ladder.rungs.values()
        }
        listed = [
            model.ladder_record(ladder)
            | {"rungs": [model.outline(rung) for rung in ladder.rungs.values()]}
            for ladder in ladders().values()
        ]
        self.html = page(index_of(listed), {}).encode()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}/?token={self.token}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return (f"{HOST}:{self.port}", f"localhost:{self.port}")

    def end(self) -> None:
        """Stop listening and end the workers."""
        self.server_close()
        self.workers.end()

    def process_request(self, request: Any, client_address: Any) -> None:
        """A connection beyond the most is closed at once."""
        if not self._slots.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that was closed while it waited is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """GET / gives the page, POST /api/build a rung or a step's details."""

    server: Server
    server_version = f"schedules/{__version__}"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        if self._allowed("/"):
            self._send(HTTPStatus.OK, self.server.html, "text/html; charset=utf-8")

    def do_POST(self) -> None:
        if not self._allowed("/api/build"):
            return
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        if kind != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a query is application/json")
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the query is too long")
            return
        try:
            query = checked(json.loads(self.rfile.read(int(length))), self.server.rungs)
        except BadQuery as error:
            body = {"error": str(error), "field": error.field}
            self._send(HTTPStatus.BAD_REQUEST, as_json(body).encode())
            return
        except (ValueError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST, "the query is no JSON")
            return
        status, body = self.server.answers.get(query)
        self._send(status, body)

    def _allowed(self, path: str) -> bool:
        """Whether the request is this server's own page's, for a path; if not, it is refused."""
        asked, origin = urlsplit(self.path), self.headers.get("Origin")
        token = parse_qs(asked.query).get("token", [""])[0]
        status, text = HTTPStatus.FORBIDDEN, ""
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            text = "wrong Host"
        elif origin is not None and origin not in [f"http://{host}" for host in self.server.hosts]:
            text = "wrong Origin"
        elif not hmac.compare_digest(token.encode(), self.server.token.encode()):
            text = "the address needs the token that schedules serve printed"
        elif asked.path != path:
            status, text = HTTPStatus.NOT_FOUND, "nothing here"
        if text:
            self._refuse(status, text)
        return not text

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        # The body was not read, so the connection is of no more use.
        self.close_connection = True
        self._send(status, as_json({"error": text}).encode())

    def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
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
        """Quiet: the address in a log would hold the token."""


def run_serve(port: int, seconds: float = SECONDS) -> int:
    """`schedules serve`: runs until Ctrl-C, and returns the exit code."""
    workers = Workers(perform, seconds=seconds)
    try:
        server = Server(port, workers)
    except OSError as error:
        workers.end()
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
