"""Runs a command that reads a user's file in a child process that the program waits for.

If the file crashes, exits or never ends, one line reports it. The child is forked before anything
is loaded, which takes no time.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from ..processes.platforms import die_with_parent, limit_memory, on_windows, say_unlimited
from ..sources.names import is_file
from .options import GB, FileLimits

# Verbs with their own limits, and verbs that run long or use a GPU, which maps more memory.
WITHOUT_LIMITS = {"bench", "check", "dump", "exercise", "explore", "mcp", "run", "serve", "verify"}
INTERRUPTED = (signal.SIGINT, signal.SIGTERM)


def supervise(program: str, words: Sequence[str], limited: bool) -> None:
    """Continue in a child process if an argument is a user's file; returns only in the child.

    `limited` sets the time and memory limits for files, except for WITHOUT_LIMITS.
    """
    files = [word for word in words if is_file(word)]
    if not files or on_windows():
        return
    limits = FileLimits() if limited and not WITHOUT_LIMITS & set(words[:1]) else None
    if limits:
        say_unlimited()
    reading, writing = os.pipe()
    own = os.getpid()
    child = os.fork()
    if not child:
        os.close(reading)
        die_with_parent(own)
        if limits:
            limit_memory(limits.memory)
        _supervised.append(own)
        # Runs at every exit through Python, with an error or not.
        atexit.register(os.write, writing, b".")
        return
    os.close(writing)
    _wait(program, files[0], child, reading, limits)


# The parent process, which waits for this one.
_supervised: list[int] = []


def crash_in_silence() -> None:
    """Disable TVM's own stack trace if the parent process reports the crash."""
    if _supervised:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)


def _wait(program: str, file: str, child: int, reading: int, limits: FileLimits | None) -> None:
    """Wait for the process, report how it ended if Python did not end it, and exit likewise."""
    # Ctrl-C reaches both processes; the child decides how it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, _: os.kill(child, number))
    told = select.select([reading], [], [], limits.seconds if limits else None)[0]
    late = not told
    if late:
        os.kill(child, signal.SIGKILL)
    ended = bool(told) and bool(os.read(reading, 1))
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
        click.echo(f"{program}: {file} {how}{most if late or code < 0 else ''}", err=True)
    sys.exit(1)
