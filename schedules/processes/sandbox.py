"""Isolates a process from the network and from other processes by a filter of its system calls.

seccomp, of Linux on x86-64 and ARM64, rejects calls that would create a socket or access another
process. The filter applies to all threads and to every process started afterwards. The numbers of
the system calls are from the kernel's tables.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import sys

from gpusim.errors import UserError

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
