"""Calls a compiler library in a new process with fixed addresses, within a time limit.

NVRTC's code depends on the addresses of its heap: the same text compiled fourteen times in one
process gave up to three different PTX texts. A process that compiles one text, without address
space randomization, with a fixed hash seed and with include paths of the same length, always gives
the same one. A process also ends on
Ctrl-C, whereas NVRTC in this process would replace the signal handler, and it can be killed: NVRTC
and ptxas take time quadratic in a basic block's length.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..core.errors import LimitError
from ..processes.platforms import on_windows

# Texts with more lines have a time limit; the longest text of a ladder has a thousand.
LINES = 2000
SECONDS = 90.0

_ROOT = str(Path(__file__).parents[2])
# The process restarts itself without address space randomization, if Linux permits it, before it
# imports anything else.
_FIXED = """
import os, sys
if sys.platform == "linux":
    import ctypes
    personality = ctypes.CDLL(None).personality
    now = personality(0xFFFFFFFF)
    if now != -1 and not now & 0x0040000 and personality(now | 0x0040000) != -1:
        os.execv(sys.executable, sys.orig_argv)
"""
_PROGRAM = f"{_FIXED}from schedules.compile.fresh import answer; answer()"


def call(function: Callable[..., Any], *arguments: Any, lines: int) -> Any:
    """Call `function(*arguments)` in a new process; function, arguments and result must be
    picklable.

    Raises UserError as the function does, and LimitError if a text of more than LINES `lines` takes
    longer than SECONDS.
    """
    limit = SECONDS if lines > LINES else None
    path = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM],
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C reaches only this process, which then ends the other one.
        start_new_session=True,
    ) as process:
        try:
            answer = _asked(process, (function, *arguments), limit)
        finally:
            _end(process)
            with suppress(BrokenPipeError):
                process.stdin.close()
    if answer is None:
        raise LimitError(f"the compiler exceeded {SECONDS:g} s for {lines:,} lines: unroll less")
    if isinstance(answer, Exception):
        raise answer
    return answer


def _asked(process: subprocess.Popen, query: Any, limit: float | None) -> Any:
    """The process's answer, which may be an exception; None after the time limit."""
    timer = threading.Timer(limit or 0, _end, [process])
    if limit:
        timer.start()
    try:
        pickle.dump(query, process.stdin)
        process.stdin.flush()
        return pickle.load(process.stdout)
    except (EOFError, BrokenPipeError):
        if not limit or timer.is_alive():
            return LimitError("the compiler process died, possibly for lack of memory")
        return None
    finally:
        timer.cancel()


def _end(process: subprocess.Popen) -> None:
    """Kill the process and its children, if it is still running."""
    if process.poll() is not None:
        return
    if on_windows():
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


# --- In the new process ---------------------------------------------------------------------------


def answer() -> None:
    """Answer the query on stdin, which the parent keeps open until the process ends."""
    # Output of a library is not an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    function, *arguments = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        made = function(*arguments)
    except UserError as error:
        made = error
    pickle.dump(made, answers)
    answers.flush()
    os._exit(0)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    if not on_windows():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
