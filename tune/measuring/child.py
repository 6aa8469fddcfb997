"""Processes that may die: each does one piece of work after the other and answers through a pipe.

A child is a fresh interpreter, `python -m tune.measuring.child FD MODULE:FUNCTION`, so that it
inherits neither threads nor a CUDA context, and leads a process group, so that a compiler it has
started ends with it. It dies with its parent, however that ends.
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from schedules.errors import UserError

# Loading TVM and torch, and the first contact with a GPU, on a machine with much else to do.
START_SECONDS = 180.0
PR_SET_PDEATHSIG = 1
# What a child sends ahead of its answer when its preparations are done and the work begins.
BEGUN = "begun"
# The key of an answer that no candidate is to blame for: a UserError, which ends the measuring.
CANNOT = "cannot"

Answer = dict[str, Any]
# Work is made once in the child from the settings; it takes a query and a function to call when
# it begins.
Work = Callable[[Any, Callable[[], None]], Answer]


class Child:
    """The parent's end of a child.

    Parameters
    ----------
    work : str
        'MODULE:FUNCTION', which takes `settings` and returns the Work.
    settings : mapping
        Plain values.
    environment : mapping
        Added to this process's.
    """

    def __init__(
        self,
        work: str,
        settings: Mapping[str, Any],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        ours, theirs = socket.socketpair()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the child
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno()), work],
            stdin=subprocess.DEVNULL,
            stdout=self.errors,
            stderr=self.errors,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": path(), **(environment or {})},
            process_group=0,
        )
        theirs.close()
        self.connection = Connection(ours.detach())
        self.begun = False
        self.allowed = START_SECONDS
        self.deadline = time.monotonic() + START_SECONDS
        self.connection.send(dict(settings))

    def ask(self, query: Any, seconds: float) -> None:
        """Hand over a piece of work that may take `seconds` once it has begun."""
        self.allowed, self.begun = seconds, False
        self.deadline = time.monotonic() + START_SECONDS
        with suppress(OSError):
            # A dead child is seen when its answer is asked for.
            self.connection.send(query)

    def receive(self) -> Answer | None:
        """What a readable child says: an answer, or None where that is still to come.

        Raises EOFError where it has died.
        """
        try:
            said = self.connection.recv()
        except (OSError, EOFError):
            raise EOFError(self.ending()) from None
        if said != BEGUN:
            return said
        self.begun = True
        self.deadline = time.monotonic() + self.allowed
        return None

    def ending(self) -> str:
        """How the process ended: 'SIGSEGV: last line it printed'."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.returncode
        if code is None:
            text = "no exit code"
        else:
            text = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - 2000))
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return ": ".join([text, *lines[-1:]])

    def end(self) -> None:
        """Kill the process and what it has started; it has nothing to lose."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.connection.close()
        self.errors.close()


def path() -> str:
    """PYTHONPATH with the folder of this package ahead."""
    own = str(Path(__file__).parents[2])
    return os.pathsep.join(filter(None, [own, os.environ.get("PYTHONPATH", "")]))


def full_disk(error: OSError) -> Answer | None:
    """The answer to an error that no candidate is to blame for; None for other errors."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return None
    folder = tempfile.gettempdir()
    return {CANNOT: UserError(f"{folder}: {error.strerror}; make room, or set TMPDIR to elsewhere")}


# --- the child ------------------------------------------------------------------------------------


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends (Linux; elsewhere nothing)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def serve(descriptor: int, work: str) -> None:
    """Answer queries until the parent goes."""
    connection = Connection(descriptor)
    # Ctrl-C is for the parent to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        module, _, function = work.partition(":")
        settings = connection.recv()
        try:
            do: Work = getattr(importlib.import_module(module), function)(settings)
        except UserError as error:
            connection.send({CANNOT: error})
            return
        while True:
            query = connection.recv()
            connection.send(do(query, lambda: connection.send(BEGUN)))


def main() -> None:
    parent = os.getppid()
    die_with_parent(parent)
    # A crash is reported, not dumped.
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    serve(int(sys.argv[1]), sys.argv[2])


if __name__ == "__main__":
    main()
