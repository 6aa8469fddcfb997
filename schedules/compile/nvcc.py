"""nvcc, the compiler of a CUDA toolkit, with the options that TVM uses."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gpusim.errors import NoCompiler
from gpusim.isa.sass import SOURCE_NAME
from gpusim.toolkit import NVCC_EXTRA, NVCC_WHEELS, file_of, version

from . import fresh, libraries
from .listing import Compiled, Cuda, compile_error, report, with_own_lines
from .nvrtc import FAST_MATH, KEPT_OPERATORS, absolute, options_for, ptxas_options

PROGRAM = "nvcc"
HOST_COMPILER = "g++"


def is_here() -> bool:
    """Whether nvcc is installed: on PATH, or as a wheel together with a host compiler."""
    try:
        program()
    except NoCompiler:
        return False
    return True


def program() -> str:
    """The nvcc on PATH, or else the wheel's; raises NoCompiler."""
    if path := shutil.which(PROGRAM):
        return path
    for wheel in NVCC_WHEELS:
        version(wheel, NVCC_EXTRA)
    if not shutil.which(HOST_COMPILER):
        raise NoCompiler(f"nvcc needs a host compiler, and there is no {HOST_COMPILER}: install it")
    return str(file_of(NVCC_WHEELS[0], f"bin/{PROGRAM}"))


@cache
def _version(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    match = re.search(r"release (\d+\.\d+)", done.stdout)
    return f"{PROGRAM} {match[1]}" if match else PROGRAM


@dataclass(frozen=True)
class Nvcc:
    """The compiler; a test compares its options with those of tvm/support/nvcc.py. PTX and CUDA
    lines, which change no instruction, are kept.

    Parameters
    ----------
    file : Path, optional
        As in `Nvrtc`: a user's own text, without fast math and with its folder's includes.
    flags : tuple of str
        Additional options, after these.
    """

    file: Path | None = None
    flags: tuple[str, ...] = ()
    name = "nvcc"

    @property
    def version(self) -> str:
        """'nvcc 13.0', from its own output; raises NoCompiler."""
        return _version(program())

    def identity(self, source: str, chip: str) -> list[str]:
        """Everything that the machine code depends on; raises NoCompiler."""
        return [source, *self._options(chip), self.version]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a text and ptxas's report; raises UserError, LimitError."""
        with tempfile.TemporaryDirectory() as folder:
            text, cubin = Path(folder) / "kernel.cu", Path(folder) / "kernel.cubin"
            named = f'#line 1 "{SOURCE_NAME}"\n'
            text.write_text(named + with_own_lines(source), encoding="utf-8")
            kept = ["--keep", f"--keep-dir={folder}", "-o", str(cubin), str(text)]
            words = [program(), *self._options(chip), *kept]
            status, output = fresh.call(libraries.run, words, lines=source.count("\n"))
            log = output.replace(str(text), SOURCE_NAME)
            if status or not cubin.exists():
                raise compile_error(Cuda(source, whole=self.file is not None), log)
            ptx = (Path(folder) / "kernel.ptx").read_text()
            return Compiled(ptx, cubin.read_bytes(), report(log))

    def _options(self, chip: str) -> list[str]:
        return [*options_for(self.file, options(chip)), *map(absolute, self.flags)]


def options(chip: str) -> list[str]:
    """nvcc's options for a chip."""
    suffix = chip.removeprefix("sm_")
    return [
        "--cubin",
        "-O3",
        "-gencode",
        f"arch=compute_{suffix},code=sm_{suffix}",
        *KEPT_OPERATORS,
        "--expt-relaxed-constexpr",
        "--expt-extended-lambda",
        *([] if os.environ.get("TVM_CUDA_NVCC_NO_FAST_MATH") else [FAST_MATH]),
        f"--ptxas-options={','.join(ptxas_options())}",
        "-lineinfo",
    ]
