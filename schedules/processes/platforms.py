"""Features of Linux that macOS and Windows lack, with a fallback or a one-line message."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from functools import cache

from gpusim.errors import NoTool
from gpusim.toolkit import on_linux, system

_PR_SET_PDEATHSIG = 1


def on_windows() -> bool:
    return sys.platform == "win32"


def check_not_windows(what: str) -> None:
    """Raises NoTool on Windows, which has no process groups and no file locks that end with a
    process."""
    if on_windows():
        raise NoTool(f"{what} on Linux and macOS, and this is Windows")


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limit_memory(most: int) -> None:
    """Limit this process's address space to the given number of bytes, and disable core dumps. On
    systems other than Linux, there is no limit."""
    if not on_linux():
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends (Linux; no effect elsewhere)."""
    if on_linux():
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


@cache
def say_unlimited() -> None:
    """Report once if the memory of a user's file is not limited on this system."""
    if not on_linux():
        text = f"schedules: on {system()} nothing limits a file's memory: --memory has no effect"
        print(text, file=sys.stderr)


def lock(descriptor: int, *, wait: bool = False) -> None:
    """Lock a file until it is closed or the process ends; raises OSError if another process has
    the lock."""
    check_not_windows("files of tuning are locked")
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
