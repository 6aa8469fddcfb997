"""Calls of NVRTC, nvJitLink and nvcc for `fresh.call`; importing this module loads none of them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gpusim.errors import UserError


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
