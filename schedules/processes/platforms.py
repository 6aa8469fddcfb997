"""Features of Linux that macOS and Windows lack, with a fallback or a one-line message: limits,
locks and a filter of system calls."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import sys
from functools import cache

from gpusim.errors import NoTool, UserError
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
