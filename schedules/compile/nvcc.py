"""nvcc, the compiler of a CUDA toolkit, with the options that TVM calls it with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .compile_errors import Compiled, compile_error, report
from .listing import SOURCE_NAME, Cuda
from .nvrtc import KEPT_OPERATORS, ptxas_options

PROGRAM = "nvcc"


def is_here() -> bool:
    return shutil.which(PROGRAM) is not None


@cache
def _version() -> str:
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"release (\d+\.\d+)", said.stdout)
    return f"{PROGRAM} {found[1]}" if found else PROGRAM


@dataclass(frozen=True)
class Nvcc:
    """The compiler; a test holds its options to those of tvm/support/nvcc.py."""

    name = "nvcc"

    @property
    def version(self) -> str:
        """'nvcc 13.0', by what it says of itself."""
        return _version()

    def identity(self, source: str, chip: str) -> list[str]:
        """All that the machine code depends on."""
        return [source, *options(chip), _version()]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a text and ptxas's report; raises UserError, LimitError."""
        with tempfile.TemporaryDirectory() as folder:
            text, cubin = Path(folder) / "kernel.cu", Path(folder) / "kernel.cubin"
            text.write_text(source, encoding="utf-8")
            done = subprocess.run(
                [PROGRAM, *options(chip), "-o", str(cubin), str(text)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                check=False,
            )
            log = done.stdout.replace(str(text), SOURCE_NAME)
            if done.returncode or not cubin.exists():
                raise compile_error(Cuda(source), log)
            return Compiled("", cubin.read_bytes(), report(log))


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
        *([] if os.environ.get("TVM_CUDA_NVCC_NO_FAST_MATH") else ["--use_fast_math"]),
        f"--ptxas-options={','.join(ptxas_options())}",
    ]
