"""From CUDA text to PTX, cubin and SASS with NVIDIA's wheels: NVRTC and nvdisasm.

The options and the text before the kernel are those TVM compiles with at a kernel's first launch
(tvm/support/nvcc.py), and line information, which changes no instruction; a test compares the
machine code. What is compiled is kept in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
import shlex
import subprocess
import tempfile
import zipfile
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from ..errors import LimitError, UserError, nearest
from ..targets.target import ARCHS as LOWERED_ARCHS
from ..targets.target import code_arch
from . import sass
from .ptx import ptx_lines
from .sass import Instruction
from .shown_source import Cuda

EXTRA = "inspect"
# The compiler of this CUDA release begins with Turing.
ARCHS = tuple(arch for arch in LOWERED_ARCHS if arch != "sm_70")

CACHE_VARIABLE = "SCHEDULES_CACHE"
CACHE_BYTES = 512 * 2**20
_CACHE_FORMAT = "1"

# The name the compiler is told for the CUDA text; absolute, or it would prefix the current folder.
SOURCE_NAME = "/kernel.cu"

_HEADERS = ("nvidia-cuda-runtime", "nvidia-cuda-cccl", "nvidia-cuda-crt")
_COMPILER = "nvidia-cuda-nvrtc"
_DISASSEMBLER = "nvidia-cuda-nvdisasm"
_BINDINGS = "cuda-bindings"

_PREAMBLE = """#include <cuda/std/cstdint>
using cuda::std::uint8_t;
using cuda::std::uint16_t;
using cuda::std::uint32_t;
using cuda::std::uint64_t;
using cuda::std::int8_t;
using cuda::std::int16_t;
using cuda::std::int32_t;
using cuda::std::int64_t;
#ifndef __asm__
#define __asm__ asm
#endif
#ifndef __volatile__
#define __volatile__ volatile
#endif
#include <cuda/std/limits>
#ifndef INFINITY
#define INFINITY (::cuda::std::numeric_limits<float>::infinity())
#endif
"""
_TENSOR_MAP = """struct alignas(64) CUtensorMap_st { unsigned long long opaque[16]; };
typedef struct CUtensorMap_st CUtensorMap;
"""


@dataclass(frozen=True)
class Compiled:
    """What one compilation gave: PTX, the cubin and ptxas's report on every kernel."""

    ptx: str
    cubin: bytes
    log: str


# --- wheels ---------------------------------------------------------------------------------------


@cache
def version(wheel: str) -> str:
    """The installed version of a wheel; raises UserError with the extra that brings it."""
    try:
        return importlib.metadata.version(wheel)
    except importlib.metadata.PackageNotFoundError:
        raise UserError(
            f"PTX and SASS need the wheel {wheel}: install the extra {EXTRA!r}, "
            f"pip install -e '.[{EXTRA}]'"
        ) from None


def check_wheels() -> None:
    """Raise UserError where a wheel is missing."""
    for wheel in (_BINDINGS, _COMPILER, *_HEADERS, _DISASSEMBLER):
        version(wheel)


@cache
def _file(wheel: str, path: str) -> Path:
    """A file or folder that a wheel lays below site-packages/nvidia/cu13."""
    version(wheel)
    try:
        spec = importlib.util.find_spec("nvidia.cu13")
    except ModuleNotFoundError:
        spec = None
    for root in spec.submodule_search_locations or () if spec else ():
        if (Path(root) / path).exists():
            return Path(root) / path
    raise UserError(
        f"the wheel {wheel} is installed without {path}: install the extra {EXTRA!r} again"
    )


# --- compiling ------------------------------------------------------------------------------------


def check_arch(arch: str) -> str:
    """`arch`, where machine code can be had for it; raises UserError with the list."""
    if arch not in ARCHS:
        if arch in LOWERED_ARCHS:
            raise UserError(f"no PTX or SASS for {arch} with CUDA 13: choose " + ", ".join(ARCHS))
        raise nearest("arch", arch, ARCHS, listed=True)
    return arch


def options(chip: str) -> list[str]:
    """NVRTC's options for a chip, without include paths. TVM's variables that add some hold."""
    ptxas = [
        "-v",
        f"--register-usage-level={os.environ.get('TVM_CUDA_PTXAS_REG_LEVEL', '10')}",
        "--warn-on-local-memory-usage",
        *shlex.split(os.environ.get("TVM_CUDA_PTXAS_EXTRA_OPTS", "")),
    ]
    return [
        f"--gpu-architecture={chip}",
        "-default-device",
        "--device-int128",
        "-D__NV_SILENCE_DEPRECATION_BEGIN=",
        "-D__NV_SILENCE_DEPRECATION_END=",
        "-D__NV_SILENCE_HOST_DEPRECATION_BEGIN=",
        "-D__NV_SILENCE_HOST_DEPRECATION_END=",
        "-U__CUDA_NO_HALF_OPERATORS__",
        "-U__CUDA_NO_HALF_CONVERSIONS__",
        "-U__CUDA_NO_BFLOAT16_OPERATORS__",
        "-U__CUDA_NO_BFLOAT16_CONVERSIONS__",
        "-U__CUDA_NO_BFLOAT162_OPERATORS__",
        "-U__CUDA_NO_BFLOAT162_CONVERSIONS__",
        "--use_fast_math",
        *(f"--ptxas-options={flag}" for flag in ptxas),
        *shlex.split(os.environ.get("TVM_CUDA_NVRTC_EXTRA_OPTS", "")),
        "-lineinfo",
    ]


def program(source: str) -> str:
    """The text NVRTC gets: what TVM puts before `source`, then `source` with its lines kept."""
    lines = (
        "" if line.strip() == "#include <cuda.h>" else line
        for line in source.splitlines(keepends=False)
    )
    before = _PREAMBLE + (_TENSOR_MAP if "CUtensorMap" in source else "")
    return f'{before}#line 1 "{SOURCE_NAME}"\n' + "\n".join(lines) + "\n"


def compile_source(source: str, arch: str, level: Literal["ptx", "cubin"] = "cubin") -> bytes:
    """PTX or cubin of a CUDA text, from the cache where it is there.

    Raises
    ------
    UserError
        The text does not compile (the compiler's message with the line), an unknown arch, or a
        wheel that is missing.
    LimitError
        ptxas refuses a kernel that goes beyond one of its limits.
    """
    compiled = compile_kernels(source, arch)
    return compiled.ptx.encode() if level == "ptx" else compiled.cubin


def compile_kernels(source: str, arch: str) -> Compiled:
    """PTX, cubin and ptxas's report of a CUDA text, as `compile_source`."""
    flags = options(code_arch(check_arch(arch), source))
    versions = [version(wheel) for wheel in (_BINDINGS, _COMPILER, *_HEADERS)]
    key = _key(program(source), *flags, *versions)
    kept = _load(f"{key}.cubin.zip", ("ptx", "cubin", "log"))
    if kept is None:
        made = _nvrtc(source, flags)
        _store(
            f"{key}.cubin.zip",
            {"ptx": made.ptx.encode(), "cubin": made.cubin, "log": made.log.encode()},
        )
        return made
    return Compiled(kept["ptx"].decode(), kept["cubin"], kept["log"].decode())


def _nvrtc(source: str, flags: list[str]) -> Compiled:
    _file(_COMPILER, "lib")
    include = _file(_HEADERS[0], "include/cuda_runtime.h").parent
    cccl = _file(_HEADERS[1], "include/cccl")
    _file(_HEADERS[2], "include/crt/mma.h")
    from cuda.bindings import nvrtc

    fine = nvrtc.nvrtcResult.NVRTC_SUCCESS

    def text(size, get) -> bytes:
        status, length = size(unit)
        buffer = bytearray(length)
        if status != fine or (length and get(unit, buffer)[0] != fine):
            return b""
        return bytes(buffer)

    text_given = program(source).encode()
    try:
        status, unit = nvrtc.nvrtcCreateProgram(text_given, b"tvm_kernels.cu", 0, None, None)
    except RuntimeError as error:
        # The library is looked for at the first call.
        raise UserError(f"NVRTC cannot be loaded: {str(error).splitlines()[0]}") from error
    if status != fine:
        raise UserError(f"NVRTC takes no program: {status.name}")
    try:
        arguments = [flag.encode() for flag in (*flags, f"-I{include}", f"-I{cccl}")]
        (status,) = nvrtc.nvrtcCompileProgram(unit, len(arguments), arguments)
        # Both end in a NUL byte, which ptxas rejects in PTX.
        log = text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog)
        ptx = text(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)
        log, ptx = (one.replace(b"\0", b"").decode(errors="replace") for one in (log, ptx))
        if status != fine:
            raise compile_error(source, log, ptx) or UserError(
                f"the CUDA text does not compile: {status.name}"
            )
        cubin = text(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN)
    finally:
        nvrtc.nvrtcDestroyProgram(unit)
    return Compiled(ptx, cubin, report(log))


# --- what the compiler says -----------------------------------------------------------------------

_CUDA_ERROR = re.compile(
    r"^(?P<file>[^\n(]*)\((?P<line>\d+)\): (?:\w+ )?error[^:]*: (?P<what>.*)$", re.M
)
_PTX_ERROR = re.compile(r"^ptxas .*, line (?P<line>\d+); (?:error|fatal) *: (?P<what>.*)$", re.M)
_PTXAS_ERROR = re.compile(r"^ptxas (?:error|fatal) *: (?P<what>.*)$", re.M)
_LIMIT = re.compile(r"too (?:much|many|large)|exceed|overflow|maximum|limit", re.I)


def compile_error(source: str, log: str, ptx: str) -> UserError | None:
    """The first error of a compiler's log as one line, with the line of CUDA it is about."""
    cuda = Cuda(source)

    def at(line: int) -> str:
        number = cuda.number(line)
        return f"line {number}: {cuda.text(number)}" if number else f"line {line} of the whole text"

    if found := _CUDA_ERROR.search(log):
        where = at(int(found["line"]))
        if found["file"] != SOURCE_NAME:
            where = f"{found['file']}, line {found['line']}"
        return UserError(f"the CUDA text does not compile: {found['what']}, at {where}")
    if found := _PTX_ERROR.search(log):
        number = ptx_lines(ptx, SOURCE_NAME)[int(found["line"]) - 1]
        where = at(number) if number else f"line {found['line']} of the PTX"
        return UserError(f"ptxas does not assemble the kernel: {found['what']}, at {where}")
    if found := _PTXAS_ERROR.search(log):
        what = re.sub(r"0x[0-9a-f]+", lambda one: str(int(one[0], 16)), found["what"])
        kind = LimitError if _LIMIT.search(what) else UserError
        return kind(f"ptxas does not assemble the kernel: {what}")
    return None


def report(log: str) -> str:
    """ptxas's own lines of a log, without how long it took; nvcc's warnings are left out."""
    return "".join(
        f"{line}\n"
        for line in log.splitlines()
        if line.startswith("ptxas") and "Compile time" not in line
    )


# --- SASS -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def disassemble(cubin: bytes) -> dict[str, list[Instruction]]:
    """Kernel name -> its instructions; nvdisasm's text is cached."""
    key = _key(cubin, version(_DISASSEMBLER))
    kept = _load(f"{key}.sass.zip", ("sass",))
    if kept is None:
        text = _nvdisasm(cubin)
        _store(f"{key}.sass.zip", {"sass": text.encode()})
    else:
        text = kept["sass"].decode()
    return sass.parse(text, SOURCE_NAME)


def machine_code(source: str, arch: str) -> dict[str, list[Instruction]]:
    """Kernel name -> its instructions, of a CUDA text; raises as `compile_source`."""
    return disassemble(compile_kernels(source, arch).cubin)


def _nvdisasm(cubin: bytes) -> str:
    tool = _file(_DISASSEMBLER, "bin/nvdisasm")
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        done = subprocess.run(
            [tool, "-c", "-gi", "-hex", file.name], capture_output=True, text=True, check=False
        )
    if done.returncode:
        words = (done.stderr or done.stdout).strip().replace(file.name, "the cubin")
        raise UserError(f"nvdisasm fails: {words.splitlines()[0] if words else done.returncode}")
    return done.stdout


# --- cache ----------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """SCHEDULES_CACHE, or `schedules` in the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "schedules"


def _key(*parts: str | bytes) -> str:
    digest = hashlib.sha256(_CACHE_FORMAT.encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def _load(name: str, members: tuple[str, ...]) -> dict[str, bytes] | None:
    """A kept entry, or None where there is none or it is damaged (a zip carries checksums)."""
    try:
        with zipfile.ZipFile(cache_folder() / name) as file:
            return {member: file.read(member) for member in members}
    except (OSError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None


def _store(name: str, members: dict[str, bytes]) -> None:
    """Keep an entry, written aside and renamed, so that no reader meets half of it.

    A cache that cannot be written costs time, never a result.
    """
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=folder, prefix=".new-")
        try:
            with (
                open(handle, "wb") as stream,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file,
            ):
                for member, data in members.items():
                    file.writestr(member, data)
            os.replace(aside, folder / name)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise
        _prune(folder)
    except OSError:
        return


def _prune(folder: Path) -> None:
    """Remove the oldest entries beyond CACHE_BYTES."""
    found = []
    for entry in os.scandir(folder):
        try:
            status = entry.stat()
        except FileNotFoundError:
            # Another process removed it.
            continue
        found.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= CACHE_BYTES:
            return
        Path(path).unlink(missing_ok=True)
        total -= size
