"""Results of nvcc, NVRTC and ptxas: compiled code, or the error as one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gpusim.errors import UserError
from gpusim.isa.sass import SOURCE_NAME

from ..core.errors import LimitError
from .listing import Cuda, ptx_lines

_CUDA_ERROR = re.compile(
    r"^(?P<file>[^\n(]*)\((?P<line>\d+)\): (?:\w+ )?error[^:]*: (?P<what>.*)$", re.M
)
_PTX_ERROR = re.compile(r"^ptxas .*, line (?P<line>\d+); (?:error|fatal) *: (?P<what>.*)$", re.M)
_PTXAS_ERROR = re.compile(r"^ptxas (?:error|fatal) *: (?P<what>.*)$", re.M)
_LIMIT = re.compile(r"too (?:much|many|large)|exceed|overflow|maximum|limit", re.I)


_NEWER_PTX = "; give the cubin instead, or a newer ptxas with `verify --compilers`"
_ANY_ERROR = re.compile(r"error *: ")


def compile_error(cuda: Cuda, log: str, ptx: str = "") -> UserError:
    """The first error in a compiler's log, with its CUDA line if there is one."""

    def place(line: int) -> str:
        number = cuda.number(line)
        return f"line {number}: {cuda.text(number)}" if number else f"line {line} of the whole text"

    if match := _CUDA_ERROR.search(log):
        where = place(int(match["line"]))
        if match["file"] != SOURCE_NAME:
            where = f"{match['file']}, line {match['line']}"
        return UserError(f"the CUDA source does not compile: {match['what']}, at {where}")
    if ptx and (match := _PTX_ERROR.search(log)):
        number = ptx_lines(ptx)[int(match["line"]) - 1]
        where = place(number) if cuda.number(number) else f"line {match['line']} of the PTX"
        way_out = _NEWER_PTX if match["what"].startswith("Unsupported .version") else ""
        return UserError(f"ptxas cannot assemble the kernel: {match['what']}, at {where}{way_out}")
    if match := _PTXAS_ERROR.search(log):
        what = re.sub(r"0x[0-9a-f]+", lambda digits: str(int(digits[0], 16)), match["what"])
        kind = LimitError if _LIMIT.search(what) else UserError
        return kind(f"ptxas cannot assemble the kernel: {what}")
    lines = [text for line in log.splitlines() if (text := line.strip("\0\t "))]
    first = next((line for line in lines if _ANY_ERROR.search(line)), (lines or [""])[0])
    # nvcc and ptxas name files in a temporary folder.
    first = re.sub(r"^/\S*/", "", first) or "the compiler does not say why"
    return UserError(f"the CUDA source does not compile: {first}")


def report(log: str) -> str:
    """ptxas's lines of a log, without times and nvcc's warnings."""
    return "".join(
        f"{line}\n"
        for line in log.splitlines()
        if (line.startswith("ptxas") or "bytes stack frame" in line) and "Compile time" not in line
    )


@dataclass(frozen=True)
class Compiled:
    """The result of one compilation: PTX ('' from nvcc), cubin, and ptxas's report per kernel.

    `names` maps the C++ names of the requested template instantiations to their symbols.
    """

    ptx: str
    cubin: bytes
    log: str
    names: Mapping[str, str] = field(default_factory=dict)
