"""What a process may do: limits of a user's file, and of a command that reads one; locks; a filter
of system calls. What macOS or Windows lacks has a fallback or a one-line message."""

from __future__ import annotations

import atexit
import ctypes
import errno
import os
import platform
import select
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import NoReturn

from gpusim.errors import NoTool, UserError
from gpusim.findings import MOST_STEPS
from gpusim.toolkit import on_linux, system

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


# --- a command that reads a user's file -----------------------------------------------------------


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


# --- no network: a filter of system calls ---------------------------------------------------------

# seccomp, of Linux on x86-64 and ARM64, rejects calls that would create a socket or access another
# process. The filter applies to all threads and to every process started afterwards. The numbers of
# the system calls are from the kernel's tables.


_NO_NEW_PRIVILEGES = 38
_SET_FILTER, _ALL_THREADS = 1, 1
_X32 = 0x40000000
# Machine -> its architecture in seccomp filters, the number of the call seccomp, and the refused
# calls: socket, ptrace, process_vm_writev, io_uring_setup, pidfd_getfd.
_MACHINES = {
    "x86_64": (0xC000003E, 317, (41, 101, 311, 425, 438)),
    "aarch64": (0xC00000B7, 277, (198, 117, 271, 425, 438)),
}

# Berkeley packet filters: load a word, compare, return (linux/filter.h, linux/seccomp.h).
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_NUMBER, _ARCHITECTURE = 0, 4


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_true", ctypes.c_ubyte),
        ("if_false", ctypes.c_ubyte),
        ("value", ctypes.c_uint),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.POINTER(_Instruction)))


def check_can_confine() -> None:
    """Raises UserError if processes cannot be isolated from the network on this system."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        raise UserError(
            "running text requires network isolation, which needs Linux on x86-64 or ARM64"
        )


def confine() -> None:
    """Deny this process the network from now on; raises UserError if that is impossible."""
    check_can_confine()
    architecture, seccomp, refused = _MACHINES[platform.machine()]
    last = len(refused)
    # Jumps count from the next instruction; the last two instructions are allow and refuse.
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, last + 3, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, last + 1, 0, _X32),
        *((_EQUAL, last - index, 0, number) for index, number in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    instructions = (_Instruction * len(code))(*code)
    program = _Program(len(code), instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.syscall(
        seccomp, _SET_FILTER, _ALL_THREADS, ctypes.byref(program)
    ):
        why = errno.errorcode.get(ctypes.get_errno(), "?")
        raise UserError(f"network isolation is not available here (seccomp: {why})")
