"""NVRTC, NVIDIA's compiler as a library: CUDA text to PTX and cubin.

The options and the text before the kernel are those TVM compiles with at a kernel's first launch
(tvm/support/nvcc.py), and line information, which changes no instruction; a test compares the
machine code.

NVRTC has no library headers, which are here too, and so is `Assembler`: nvJitLink, a wheel that
contains ptxas.
"""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gpusim.errors import UserError
from gpusim.isa.sass import SOURCE_NAME
from gpusim.toolkit import BINDINGS, COMPILER, HEADERS, JIT_LINKER, file_of, version

from . import fresh
from .cuda_text import without_host_code
from .listing import Compiled, Cuda, compile_error, report, with_own_lines

_OF_C = ("assert", "float", "limits", "math", "stddef", "stdint", "stdlib", "string", "time")
# Headers of host code, which is left out.
_EMPTY = (
    "cstdio",
    "stdio.h",
    "iostream",
    "fstream",
    "sstream",
    "iomanip",
    "string",
    "vector",
    "map",
)
_EMPTY += ("set", "list", "deque", "queue", "stack", "unordered_map", "unordered_set", "random")
_EMPTY += ("thread", "mutex", "stdexcept", "exception", "filesystem", "cstdarg", "cctype", "cerrno")
_EMPTY += ("unistd.h", "getopt.h", "sys/time.h", "omp.h", "cublas_v2.h", "curand.h")
# libcu++ checks whether this header exists.
_LEFT_OUT = ("version",)
_FORWARD = """#pragma once
#include <cuda/std/{name}>
namespace cuda::std {{}}
namespace std {{ using namespace cuda::std; }}
"""
# NVRTC omits these from libcu++'s header.
_LIMITS = {
    "FLT_MAX": "3.402823466e+38F",
    "FLT_MIN": "1.175494351e-38F",
    "FLT_EPSILON": "1.192092896e-07F",
    "FLT_DIG": "6",
    "FLT_MANT_DIG": "24",
    "DBL_MAX": "1.7976931348623158e+308",
    "DBL_MIN": "2.2250738585072014e-308",
    "DBL_EPSILON": "2.2204460492503131e-016",
    "DBL_DIG": "15",
    "DBL_MANT_DIG": "53",
}


@cache
def standard_headers(folders: tuple[Path, ...]) -> dict[str, str]:
    """Header name -> text, for the headers that libcu++ has in one of the include folders."""
    library = next(
        (folder / "cuda/std" for folder in folders if (folder / "cuda/std").is_dir()), None
    )
    files = library.iterdir() if library else ()
    # `__algorithm_` and the like are whole headers, but not public yet.
    names = {
        file.name.removeprefix("__").removesuffix("_"): file.name
        for file in sorted(files)
        if file.is_file() and not file.suffix and file.name not in _LEFT_OUT
    }
    texts = {name: _FORWARD.format(name=file) for name, file in names.items()}
    limits = (
        f"#ifndef {name}\n#define {name} {value}\n#endif\n" for name, value in _LIMITS.items()
    )
    texts["cfloat"] = texts.get("cfloat", "") + "".join(limits)
    texts |= {f"{name}.h": f"#include <c{name}>\n" for name in _OF_C if f"c{name}" in texts}
    return texts | dict.fromkeys(_EMPTY, "#pragma once\n")


# --- Nvrtc ----------------------------------------------------------------------------------------

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
# Options by which a function without __device__ is one of the device.
_DEFAULT_DEVICE = {"-default-device", "--device-as-default-execution-space"}


@dataclass(frozen=True)
class Nvrtc:
    """The compiler.

    Parameters
    ----------
    file : Path, optional
        The text is a user's own file: compiled as nvcc would by default, without fast math, with
        the file's folder for its includes.
    flags : tuple of str
        Options after these.
    expressions : tuple of str
        Names of kernels to instantiate from templates, as in 'scale<float, 4>'.
    """

    file: Path | None = None
    flags: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    name = "nvrtc"

    @property
    def version(self) -> str:
        """'NVRTC 13.0'; raises UserError if it cannot be loaded."""
        _, major, minor = fresh.load_nvrtc().nvrtcVersion()
        return f"NVRTC {major}.{minor}"

    def identity(self, source: str, chip: str) -> list[str]:
        """Everything that the machine code depends on; raises UserError if a wheel is missing."""
        try:
            release = [version(wheel) for wheel in (BINDINGS, COMPILER, *HEADERS)]
        except UserError:
            if toolkit_headers() is None:
                raise
            release = [self.version]
        flags = [*self._options(chip), *include_options(include_folders())]
        heap = str(fresh.OFFSET_BYTES)
        return [self._program(source), *flags, *self.expressions, *release, heap]

    def compile(self, source: str, chip: str) -> Compiled:
        """PTX, cubin and ptxas's report of a text; raises UserError, LimitError."""
        folders = include_folders()
        made = fresh.call(
            fresh.compile_cuda,
            self._program(source),
            standard_headers(tuple(folders)),
            [*self._options(chip), *include_options(folders)],
            self.expressions,
            folders[0],
            lines=source.count("\n"),
        )
        if made.status:
            cuda = Cuda(source, whole=self.file is not None)
            raise compile_error(cuda, made.log or made.status, made.ptx)
        names = dict(zip(self.expressions, made.symbols, strict=True))
        return Compiled(made.ptx, made.cubin, report(made.log), names)

    def _program(self, source: str) -> str:
        if self.file is not None and not _DEFAULT_DEVICE.intersection(self.flags):
            source = without_host_code(source)
        return program(source)

    def _options(self, chip: str) -> list[str]:
        return [*options_for(self.file, options(chip)), *map(absolute, self.flags)]


def toolkit_headers() -> Path | None:
    """CUDA's headers in a toolkit, if there is one."""
    from tvm.support.nvcc import find_cuda_path

    try:
        root = Path(find_cuda_path()) / "include"
    except RuntimeError:
        return None
    return root if (root / "cuda_runtime.h").exists() else None


def include_folders() -> list[Path]:
    """CUDA's headers: those of the wheels, or else of a toolkit."""
    try:
        # Wheels may be installed in several places.
        folders = [
            file_of(HEADERS[0], "include/cuda_runtime.h").parent,
            file_of(HEADERS[1], "include/cccl"),
            file_of(HEADERS[2], "include/crt/mma.h").parents[1],
        ]
        return list(dict.fromkeys(folders))
    except UserError:
        root = toolkit_headers()
        if root is None:
            raise
        return [root, root / "cccl"]


def include_options(folders: list[Path]) -> list[str]:
    """Include options relative to the first folder, where NVRTC runs.

    The length of an absolute path would move NVRTC's heap, and the code depends on addresses: one
    kernel had another load where the checkout's path was six characters longer.
    """
    return [f"-I{Path(os.path.relpath(folder, folders[0])).as_posix()}" for folder in folders]


def absolute(flag: str) -> str:
    """An include option with its folder as an absolute path; any other option as it is."""
    option = next((name for name in ("-I", "--include-path=") if flag.startswith(name)), "")
    return f"{option}{Path(flag.removeprefix(option)).absolute()}" if option else flag


# Half and bfloat16 arithmetic, which CUDA's headers would otherwise omit.
KEPT_OPERATORS = (
    "-U__CUDA_NO_HALF_OPERATORS__",
    "-U__CUDA_NO_HALF_CONVERSIONS__",
    "-U__CUDA_NO_BFLOAT16_OPERATORS__",
    "-U__CUDA_NO_BFLOAT16_CONVERSIONS__",
    "-U__CUDA_NO_BFLOAT162_OPERATORS__",
    "-U__CUDA_NO_BFLOAT162_CONVERSIONS__",
)


FAST_MATH = "--use_fast_math"


def ptxas_options() -> list[str]:
    """TVM's options, including those from its environment variables."""
    return [
        "-v",
        f"--register-usage-level={os.environ.get('TVM_CUDA_PTXAS_REG_LEVEL', '10')}",
        "--warn-on-local-memory-usage",
        *shlex.split(os.environ.get("TVM_CUDA_PTXAS_EXTRA_OPTS", "")),
    ]


def options(chip: str) -> list[str]:
    """NVRTC's options for a chip, without include paths. TVM's variables that add some hold."""
    return [
        f"--gpu-architecture={chip}",
        "-default-device",
        "--device-int128",
        "-D__NV_SILENCE_DEPRECATION_BEGIN=",
        "-D__NV_SILENCE_DEPRECATION_END=",
        "-D__NV_SILENCE_HOST_DEPRECATION_BEGIN=",
        "-D__NV_SILENCE_HOST_DEPRECATION_END=",
        *KEPT_OPERATORS,
        FAST_MATH,
        *(f"--ptxas-options={flag}" for flag in ptxas_options()),
        *shlex.split(os.environ.get("TVM_CUDA_NVRTC_EXTRA_OPTS", "")),
        "-lineinfo",
    ]


def options_for(file: Path | None, flags: list[str]) -> list[str]:
    """A compiler's options for TVM's texts, made those for a user's own `file` if there is one."""
    if file is None:
        return flags
    return [*(flag for flag in flags if flag != FAST_MATH), f"-I{file.resolve().parent}"]


def program(source: str) -> str:
    """The text for NVRTC: TVM's preamble, then `source` with its line numbers."""
    lines = (
        "" if line.strip() == "#include <cuda.h>" else line
        for line in with_own_lines(source).splitlines(keepends=False)
    )
    before = _PREAMBLE + (_TENSOR_MAP if "CUtensorMap" in source else "")
    return f'{before}#line 1 "{SOURCE_NAME}"\n' + "\n".join(lines) + "\n"


# --- Assembler ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assembler:
    """Assembles PTX."""

    name = "ptxas"

    @property
    def version(self) -> str:
        """'nvJitLink 13.0'."""
        from cuda.bindings import nvjitlink

        major, minor = nvjitlink.version()
        return f"nvJitLink {major}.{minor}"

    def identity(self, source: str, chip: str) -> list[str]:
        """Everything that the machine code depends on; raises NoCompiler if a wheel is missing."""
        version(BINDINGS)
        return [source, chip, self.name, version(JIT_LINKER)]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a PTX text and ptxas's report; raises UserError, LimitError."""
        cubin, log = fresh.call(fresh.assemble, source, chip, lines=source.count("\n"))
        if not cubin:
            raise compile_error(Cuda(""), log, source)
        return Compiled(source, cubin, report(log))
