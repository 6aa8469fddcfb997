"""Calls a compiler library in a new process with fixed addresses, within a time limit.

NVRTC's code depends on the addresses of its heap: the same text compiled fourteen times in one
process gave up to three different PTX texts, and in new processes the code of some kernels varied
with the size of the environment and the length of the checkout's path. Here every text is compiled
in a process of its own, without address space randomization, with a fixed hash seed, include paths
of one length, and a heap that holds nothing else; the code is then always the same. A process also
ends on Ctrl-C, whereas NVRTC in this process would replace the signal handler, and it can be
killed: NVRTC and ptxas take time quadratic in a basic block's length.

A process that has loaded NVRTC once is forked for every text. It is not a `Worker`, whose process
imports what its parent says: what is imported before would move the heap.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple

from gpusim.errors import NoCompiler, UserError
from gpusim.toolkit import on_linux, system

from ..core.errors import LimitError

# Texts with more lines have a time limit; the longest text of a ladder has a thousand.
LINES = 2000
SECONDS = 90.0

_ROOT = str(Path(__file__).parents[2])
_PROGRAM = "from schedules.compile.fresh import fork; fork()"
# A process's personality: to ask for it, and without address space randomization.
_ASKED, _ADDR_NO_RANDOMIZE = 0xFFFFFFFF, 0x0040000
# Id of a process -> its connection to the process that forks the compiler processes.
_FORKING: dict[int, socket.socket] = {}
_LOCK = threading.Lock()
# mallopt's number in <malloc.h>, the largest threshold that glibc accepts, and a compiler's stack.
_M_MMAP_THRESHOLD, _MAPPED_BYTES = -3, 32 << 20
# Allocated before the compiler runs: with it, the code is that of the records made so far.
OFFSET_BYTES = 3000
_STACK_BYTES = 64 << 20


def call(function: Callable[..., Any], *arguments: Any, lines: int) -> Any:
    """Call `function(*arguments)` in a new process; function, arguments and result must be
    picklable.

    Raises UserError as the function does, and LimitError if a text of more than LINES `lines` takes
    longer than SECONDS.
    """
    if not on_linux():
        raise NoCompiler(f"machine code is made on Linux, and this is {system()}")
    with _forked() as (queries, answers):
        # The process ends itself and its children when its query's pipe is closed.
        timer = threading.Timer(SECONDS, queries.close)
        if lines > LINES:
            timer.start()
        try:
            pickle.dump((dict(os.environ), function, arguments), queries)
            queries.flush()
            answer = pickle.load(answers)
        except (EOFError, OSError, ValueError) as error:
            if queries.closed:
                limit = f"the compiler exceeded {SECONDS:g} s for {lines:,} lines: unroll less"
                raise LimitError(limit) from error
            died = "the compiler process died, possibly for lack of memory"
            raise LimitError(died) from error
        finally:
            timer.cancel()
    if isinstance(answer, Exception):
        raise answer
    return answer


@contextmanager
def _forked() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Pipes to and from a copy of a process that has loaded NVRTC."""
    (read, query), (result, write) = os.pipe(), os.pipe()
    with open(query, "wb") as queries, open(result, "rb") as answers:
        try:
            try:
                socket.send_fds(_forking(), [b" "], [read, write])
            except OSError:
                # It died, possibly for lack of memory: another one.
                _FORKING.pop(os.getpid(), None)
                socket.send_fds(_forking(), [b" "], [read, write])
        finally:
            os.close(read)
            os.close(write)
        yield queries, answers


def _forking() -> socket.socket:
    """The connection to the process that forks, which ends with this one."""
    with _LOCK:
        if os.getpid() not in _FORKING:
            here, there = socket.socketpair()
            with there:
                _start(there)
            _FORKING[os.getpid()] = here
        return _FORKING[os.getpid()]


def _start(connection: socket.socket) -> None:
    """Start the process that forks, with fixed addresses if Linux permits it."""
    path = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH")]))
    # A process inherits the personality of the thread that starts it.
    personality = ctypes.CDLL(None).personality
    before = personality(_ASKED)
    personality(before | _ADDR_NO_RANDOMIZE)
    try:
        subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM],
            env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            stdin=connection,
            stdout=subprocess.DEVNULL,
            # Ctrl-C reaches only this process, which then ends the other one.
            start_new_session=True,
        )
    finally:
        personality(before)


# --- In the new process ---------------------------------------------------------------------------


def fork() -> None:
    """Fork a process for every pair of pipes that arrives on stdin, until it is closed."""
    # Whoever compiles is told that the library is missing.
    with suppress(UserError):
        load_nvrtc()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    connection = socket.socket(fileno=os.dup(0))
    # A compiler driver's own processes would take a closed standard input for one of their files.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    while pipes := socket.recv_fds(connection, 1, 2)[1]:
        if os.fork():
            for pipe in pipes:
                os.close(pipe)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        connection.close()
        answer(*pipes)
    os._exit(0)


def answer(query: int, result: int) -> None:
    """Answer the query from one file descriptor on another. The parent keeps the first open until
    the process ends."""
    answers = os.fdopen(os.dup(result), "wb")
    # Output of a library is not an answer.
    os.dup2(2, result)
    os.dup2(2, 1)
    queries = os.fdopen(query, "rb")
    environment, function, arguments = pickle.load(queries)
    os.environ.clear()
    os.environ.update(environment)
    threading.Thread(target=_end_with_parent, args=[queries], daemon=True).start()
    made = _on_new_heap(function, arguments)
    if made is not None:
        pickle.dump(made, answers)
        answers.flush()
    os._exit(0)


def _on_new_heap(function: Callable[..., Any], arguments: tuple) -> Any:
    """The result or the UserError of a function, called in a new thread.

    glibc gives the thread a heap of its own, which begins at a multiple of 64 MiB. The compiler's
    addresses thus depend neither on what this process has allocated, such as its environment and
    paths, nor on the previous sizes of mapped chunks.
    """
    threading.stack_size(_STACK_BYTES)
    made = []

    def run() -> None:
        library = ctypes.CDLL(None)
        library.malloc(OFFSET_BYTES)
        # musl has none.
        with suppress(AttributeError):
            library.mallopt(_M_MMAP_THRESHOLD, _MAPPED_BYTES)
        try:
            made.append(function(*arguments))
        except UserError as error:
            made.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return made[0] if made else None


def _end_with_parent(queries: IO[bytes]) -> None:
    queries.read()
    os.killpg(0, signal.SIGKILL)


# --- what the new process calls: NVRTC, nvJitLink, programs ---------------------------------------


class NvrtcResult(NamedTuple):
    """The result of NVRTC; `cubin` is empty if `status` is not ''."""

    status: str
    log: str
    ptx: str
    cubin: bytes
    # Symbols of template instantiations, in the requested order.
    symbols: list[str]


def load_nvrtc() -> ModuleType:
    """The bindings of NVRTC, with the library loaded; raises UserError if that fails."""
    try:
        from cuda.bindings import nvrtc

        # The library is located at the first call.
        nvrtc.nvrtcVersion()
    except (ImportError, RuntimeError) as error:
        raise UserError(f"NVRTC cannot be loaded: {str(error).splitlines()[0]}") from error
    return nvrtc


def compile_cuda(
    text: str,
    headers: Mapping[str, str],
    flags: Sequence[str],
    expressions: Sequence[str],
    folder: Path,
) -> NvrtcResult:
    """Compile a CUDA text by NVRTC in a working directory; raises UserError if the library cannot
    be loaded."""
    nvrtc = load_nvrtc()
    os.chdir(folder)

    fine = nvrtc.nvrtcResult.NVRTC_SUCCESS

    def part(size, get) -> bytes:
        status, length = size(unit)
        buffer = bytearray(length)
        if status != fine or (length and get(unit, buffer)[0] != fine):
            return b""
        return bytes(buffer)

    def words(size, get) -> str:
        # The PTX ends in a NUL byte, which ptxas rejects.
        return part(size, get).replace(b"\0", b"").decode(errors="replace")

    contents, names = ([text.encode() for text in part] for part in (headers.values(), headers))
    status, unit = nvrtc.nvrtcCreateProgram(
        text.encode(), b"tvm_kernels.cu", len(names), contents, names
    )
    if status != fine:
        raise UserError(f"NVRTC cannot create a program: {status.name}")
    for expression in expressions:
        nvrtc.nvrtcAddNameExpression(unit, expression.encode())
    (status,) = nvrtc.nvrtcCompileProgram(unit, len(flags), [flag.encode() for flag in flags])
    log = words(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog)
    ptx = words(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)
    if status != fine:
        return NvrtcResult(status.name, log, ptx, b"", [])
    cubin = part(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN)
    symbols = [nvrtc.nvrtcGetLoweredName(unit, name.encode())[1].decode() for name in expressions]
    return NvrtcResult("", log, ptx, cubin, symbols)


def assemble(source: str, chip: str) -> tuple[bytes, str]:
    """The cubin of a PTX text by nvJitLink (b'' if it is rejected), and the log."""
    from cuda.bindings import nvjitlink

    options = [f"-arch={chip}", "-lineinfo", "-verbose"]
    linker = nvjitlink.create(len(options), options)

    def text(what: str) -> str:
        buffer = bytearray(getattr(nvjitlink, f"get_{what}_log_size")(linker))
        getattr(nvjitlink, f"get_{what}_log")(linker, buffer)
        return buffer.decode(errors="replace").replace("\0", "")

    try:
        data = source.encode()
        nvjitlink.add_data(linker, nvjitlink.InputType.PTX, data, len(data), "kernel.ptx")
        nvjitlink.complete(linker)
    except nvjitlink.nvJitLinkError as error:
        return b"", text("error") or str(error)
    cubin = bytearray(nvjitlink.get_linked_cubin_size(linker))
    nvjitlink.get_linked_cubin(linker, cubin)
    return bytes(cubin), text("info")


def run(words: Sequence[str]) -> tuple[int, str]:
    """Exit status and output of a program."""
    done = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout
