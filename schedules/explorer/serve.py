"""The live page on this machine: shapes, architectures and tile numbers that the user chooses.

It listens on the loopback interface only. A request needs the token of the printed address (later a
cookie), and its Host and Origin must be those of this server, so that no other page in the browser
can send requests.
"""

from __future__ import annotations

import hmac
import json
import secrets
import select
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import click

from gpusim.errors import UserError

from .. import __version__
from ..learning.exercise import all_exercises
from ..processes.pool import Pool
from . import model
from .builds import Answer, Answers, build_pool
from .exercises import LONGEST_TEXT, Exercises, gradable
from .page import as_json, index_of, page
from .queries import BadQuery, Numbers, checked, perform, version_of

HOST = "127.0.0.1"
PORT = 8123
# Size of an exercise's text as JSON: at most six bytes per character.
LONGEST_BODY = 6 * LONGEST_TEXT + 1024
# Bytes that are read of a larger request, and seconds to wait for more of them.
MOST_DRAINED, DRAIN_SECONDS = 16 * 2**20, 5.0


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
        # By path, the references of the rungs that the files had when listed last; and all rungs
        # that they ever had.
        self._references: Mapping[str, str] = {}
        self._own: set[str] = set()
        self._numbers = {
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
        if "grade" in query:
            answer = self.exercises.answers.get(query, gone)
            if answer and answer[0] == HTTPStatus.OK:
                self.exercises.graded(json.loads(answer[1]))
            return answer
        answer = self.answers.get(query, gone)
        if "files" in query and answer and answer[0] == HTTPStatus.OK:
            listed = json.loads(answer[1])
            self._references = listed["references"]
            self._own.update(self._references)
            for path, numbers in listed["numbers"].items():
                self._numbers[path] = Numbers(path, tuple(numbers["axes"]), numbers["tile"])
        return answer

    def progress(self, body: Any) -> str:
        """The current stage of a query's build; '' if there is none."""
        try:
            query = self._query(body)
        except BadQuery:
            # While it is built, a save may take away what it names; its own answer says so.
            return ""
        answers = self.exercises.answers if "grade" in query else self.answers
        return answers.progress(query)

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
        if query["rung"] in self._own:
            raise BadQuery(f"{query['rung']} is not in the files as they are now", "rung")
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
    pool = build_pool(perform)
    try:
        server = Server(port, pool, files)
    except OSError as error:
        pool.end()
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
