"""Runs a user's file in a process with limits: one piece of work, or a whole command.

If the file crashes, exits or never ends, one line reports it.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from gpusim.findings import MOST_STEPS

from .platforms import die_with_parent, limit_memory, on_windows, say_unlimited

GB = 2**30
INTERRUPTED = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class FileLimits:
    """Limits of a user's file: wall-clock seconds and bytes of address space (None: no limit); and
    the warp instructions after which any simulation stops, and whether it runs all blocks."""

    seconds: float = 300
    memory: int | None = 8 * GB
    steps: int = MOST_STEPS
    all_blocks: bool = False


def run_isolated(work: Any, query: Any, name: str, limits: FileLimits) -> tuple[Any, str]:
    """The result of a worker's `work` on a query, or None and the reason."""
    from .worker import Worker, WorkerLost, why

    worker = Worker(work, limits.memory, name=name, quiet=True)
    try:
        return worker.do(query, limits.seconds), ""
    except (WorkerLost, MemoryError) as error:
        memory = f" and {limits.memory / GB:g} GB (--memory)" if limits.memory else ""
        return None, f"{error}; limits: {limits.seconds:g} s (--timeout){memory}"
    except Exception as error:  # TVM may raise anything for odd numbers
        return None, why(error)
    finally:
        worker.end()


def supervise(program: str, file: str, limits: FileLimits | None) -> None:
    """Continue in a child process that reads a user's file; returns only in the child.

    It is forked before anything is loaded, which takes no time.
    """
    if on_windows():
        return
    if limits:
        say_unlimited()
    reading, writing = os.pipe()
    own = os.getpid()
    child = os.fork()
    if child:
        os.close(writing)
        _wait(program, file, child, reading, limits)
    os.close(reading)
    die_with_parent(own)
    if limits:
        limit_memory(limits.memory)
    _supervised.append(own)
    # Runs at every exit through Python, with an error or not.
    atexit.register(os.write, writing, b".")


# The parent process, which waits for this one.
_supervised: list[int] = []


def crash_in_silence() -> None:
    """Disable TVM's own stack trace if the parent process reports the crash."""
    if _supervised:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)


def _wait(program: str, file: str, child: int, reading: int, limits: FileLimits | None) -> NoReturn:
    """Wait for the process, report how it ended if Python did not end it, and exit likewise."""
    # Ctrl-C reaches both processes; the child decides how it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, _: os.kill(child, number))
    late = not select.select([reading], [], [], limits.seconds if limits else None)[0]
    if late:
        os.kill(child, signal.SIGKILL)
    ended = not late and bool(os.read(reading, 1))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended and code >= 0:
        sys.exit(code)
    if not late and -code in INTERRUPTED:
        sys.exit(128 - code)
    how = "exited"
    if late:
        how = "exceeded its time limit"
    elif code < 0:
        how = f"crashed ({signal.Signals(-code).name})"
    most = f"; limits: {limits.seconds:g} s and {limits.memory / GB:g} GB" if limits else ""
    with suppress(OSError):
        print(f"{program}: {file} {how}{most if late or code < 0 else ''}", file=sys.stderr)
    sys.exit(1)
