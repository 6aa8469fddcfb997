"""Worker processes for work that may hang, crash, exit or use too much memory.

Starting a process takes as long as loading its modules, so it is kept until its work fails.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from gpusim.errors import UserError

from .platforms import limit_memory, on_windows, say_unlimited
from .sandbox import confine

# Starting takes as long as loading TVM does.
START_SECONDS = 60.0

Work = Callable[[Any], Any]


class WorkerLost(Exception):
    """The work gave no answer: it took too long, or its process died."""


class Worker:
    """One process that does one piece of work after the other.

    Parameters
    ----------
    work : callable
        Answers a query; both cross a process boundary. An exception becomes an answer of
        the form {"error": message, "kind": the exception's name}.
    memory : int or None
        Bytes of address space that the process may have (on Linux); None for no limit.
    name : str
        The work's name in messages.
    warm : callable, optional
        Called once, before the first work.
    quiet : bool
        Hold back what the process prints on stderr until it has answered. If it crashes,
        only the last line is shown, in WorkerLost.
    alone : bool
        No network, output discarded, and its child processes end with it (sandbox.py).
    """

    def __init__(
        self,
        work: Work,
        memory: int | None,
        *,
        name: str = "the work",
        warm: Callable[[], None] | None = None,
        quiet: bool = False,
        alone: bool = False,
    ) -> None:
        self._arguments = work, memory, warm, alone
        self._alone = alone
        self._name = name
        # On Windows, a second process cannot write to an open file.
        kept = quiet and not on_windows()
        self._said = tempfile.NamedTemporaryFile("r", errors="replace") if kept else None  # noqa: SIM115  until the end
        say_unlimited()
        self.start()

    def start(self) -> None:
        """Start a new process."""
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        stderr = self._said.name if self._said else None
        self.process = context.Process(
            target=_serve, args=(theirs, stderr, *self._arguments), name=self._name, daemon=True
        )
        self.process.start()
        theirs.close()
        self._ready = False
        # The latest progress note of the current work.
        self.progress = ""

    def do(self, query: Any, seconds: float) -> Any:
        """The answer to a query; raises WorkerLost, after which the worker is unusable."""
        try:
            if not self._ready:
                self._receive(START_SECONDS)
                self._ready = True
            self.progress = ""
            self._ours.send(query)
            answer = self._receive(seconds)
        except (EOFError, OSError):
            self.process.join(START_SECONDS)
            raise WorkerLost(f"{self._name} {self._ending()}{self._at}") from None
        if self._said:
            sys.stderr.write(self._said.read())
        return answer

    def _receive(self, seconds: float) -> Any:
        """The next message that is not a progress note."""
        until = time.monotonic() + seconds
        while self._ours.poll(max(until - time.monotonic(), 0)):
            kind, value = self._ours.recv()
            if kind != "note":
                return value
            self.progress = value
        raise WorkerLost(f"{self._name} took more than {seconds:g} s and was ended{self._at}")

    @property
    def _at(self) -> str:
        return f", {self.progress}" if self.progress else ""

    def _ending(self) -> str:
        code = self.process.exitcode
        if code is None or code >= 0:
            return f"ended its process ({'no exit code' if code is None else f'exit code {code}'})"
        name = signal.Signals(-code).name
        # On abort, the C library prints the reason; other crashes print a stack trace at most.
        lines = self._said.read().split("\n") if self._said and name == "SIGABRT" else []
        words = [line.strip() for line in lines if line.strip()]
        return f"crashed ({': '.join([name, *words[-1:]])})"

    def end(self) -> None:
        """Kill the process; it has nothing to lose."""
        if self._alone and self._ready:
            # The whole process group, which may outlive its first process.
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self._ours.close()


# Sends a progress note to the parent; does nothing in a process that is not a worker.
_tell: Callable[[str], None] = len


def note(text: str) -> None:
    """Report progress; if the process ends, its last note is part of the error message."""
    _tell(text)


@contextmanager
def noted(listener: Callable[[str], None]) -> Iterator[None]:
    """Call `listener` with the progress notes of this process's own work."""
    global _tell
    before, _tell = _tell, listener
    try:
        yield
    finally:
        _tell = before


def _serve(
    connection: Connection,
    stderr: str | None,
    work: Work,
    memory: int | None,
    warm: Callable[[], None] | None,
    alone: bool,
) -> None:
    global _tell
    _tell = lambda text: connection.send(("note", text))  # noqa: E731
    end_with_the_parent()
    if memory is not None:
        limit_memory(memory)
    if stderr:
        os.dup2(os.open(stderr, os.O_WRONLY | os.O_APPEND), 2)
    if warm:
        warm()
    if alone:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        confine()
    with suppress(EOFError, OSError):
        connection.send(("ready", None))
        while True:
            query = connection.recv()
            try:
                answer = work(query)
            except UserError as error:
                answer = {"error": str(error), "kind": type(error).__name__}
            except MemoryError:
                name = current_process().name
                answer = {"error": f"{name} ran out of memory", "kind": "MemoryError"}
            except Exception as error:  # TVM may raise anything for odd numbers
                kind = type(error).__name__
                answer = {"error": f"{kind}: {_last_line(error)}", "kind": kind}
            sys.stdout.flush()
            sys.stderr.flush()
            connection.send(("answer", answer))


def end_with_the_parent() -> None:
    """Make this process exit when its parent ends for any reason, and ignore Ctrl-C.

    A thread waits for the parent, because a process in an endless loop handles no events.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        if not on_windows() and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _last_line(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2]
