"""Compile a text that its compiler may take hours for: in a process of its own, with a limit.

Passes of NVRTC and nvcc take the square of a block's length, and look at no clock meanwhile: a loop
unrolled 2,048 times takes them half a minute, 8,192 times ten.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any, Protocol

from gpusim.errors import UserError

from ..core.errors import LimitError
from ..processes.platforms import on_windows
from ..processes.worker import note
from .compile_errors import Compiled

# Texts of more lines are compiled so; the longest of a ladder has a thousand. Starting the process
# takes two seconds.
LINES = 2000
SECONDS = 90.0


class Compiles(Protocol):
    """What compiles a text for a chip."""

    def compile(self, source: str, chip: str) -> Compiled: ...


def compiled(backend: Compiles, source: str, chip: str) -> Compiled:
    """What a backend makes of a text; raises as it does, and LimitError where it takes too long."""
    lines = source.count("\n")
    if lines <= LINES:
        return backend.compile(source, chip)
    note(f"machine code of {lines:,} lines, for {SECONDS:g} s at most")
    with subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import answer; answer()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # nvcc's own processes end with it.
        start_new_session=True,
    ) as process:
        try:
            answer = _asked(process, (backend, source, chip))
        finally:
            _end(process)
            with suppress(BrokenPipeError):
                process.stdin.close()
    if answer is None:
        raise LimitError(f"the compiler exceeded {SECONDS:g} s for {lines:,} lines: unroll less")
    if isinstance(answer, UserError):
        raise answer
    return answer


def _asked(process: subprocess.Popen, query: Any) -> Compiled | UserError | None:
    """The process's answer; None where it takes too long."""
    late = threading.Timer(SECONDS, _end, [process])
    late.start()
    try:
        pickle.dump(query, process.stdin)
        process.stdin.flush()
        return pickle.load(process.stdout)
    except (EOFError, BrokenPipeError):
        if late.is_alive():
            return LimitError("the compiler process died, possibly for lack of memory")
        return None
    finally:
        late.cancel()


def _end(process: subprocess.Popen) -> None:
    """Kill the process and what it started, if it is still there."""
    if process.poll() is not None:
        return
    if on_windows():
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


# --- in the process -------------------------------------------------------------------------------


def answer() -> None:
    """Answer the query on stdin; whoever asks keeps that open, and is gone when it ends."""
    # What a library prints is no answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    backend, source, chip = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_whoever_asks, daemon=True).start()
    try:
        made: Compiled | UserError = backend.compile(source, chip)
    except UserError as error:
        made = error
    pickle.dump(made, answers)
    answers.flush()
    os._exit(0)


def _end_with_whoever_asks() -> None:
    sys.stdin.buffer.read()
    if not on_windows():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
