"""Assembles PTX to a cubin, by nvJitLink (a wheel that contains ptxas) or by a toolkit's ptxas."""

from __future__ import annotations

import importlib.metadata
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from gpusim.errors import NoTool, UserError
from gpusim.toolkit import BINDINGS, JIT_LINKER, find_tool, version

from . import fresh, libraries
from .compile_errors import Compiled, compile_error, report
from .listing import Cuda

PROGRAM = "ptxas"


@dataclass(frozen=True)
class Assembler:
    """Assembles PTX."""

    name = PROGRAM

    @property
    def version(self) -> str:
        """'nvJitLink 13.0', or 'ptxas' of a toolkit."""
        if _has_wheel():
            from cuda.bindings import nvjitlink

            major, minor = nvjitlink.version()
            return f"nvJitLink {major}.{minor}"
        return PROGRAM

    def identity(self, source: str, chip: str) -> list[str]:
        """Everything that the machine code depends on; raises UserError if there is no
        assembler."""
        if _has_wheel():
            return [source, chip, PROGRAM, version(JIT_LINKER)]
        done = subprocess.run([_tool(), "--version"], capture_output=True, text=True, check=False)
        return [source, chip, PROGRAM, done.stdout]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a PTX text and ptxas's report; raises UserError, LimitError."""
        if _has_wheel():
            cubin, log = fresh.call(libraries.assemble, source, chip, lines=source.count("\n"))
        else:
            cubin, log = _assembled(source, chip)
        if not cubin:
            raise compile_error(Cuda(""), log, source)
        return Compiled(source, cubin, report(log))


def _has_wheel() -> bool:
    try:
        version(BINDINGS)
        importlib.metadata.version(JIT_LINKER)
    except (UserError, importlib.metadata.PackageNotFoundError):
        return False
    return True


def _tool() -> str:
    try:
        return find_tool(PROGRAM)
    except NoTool:
        # The message names the extra to install.
        version(JIT_LINKER)
        raise


def _assembled(source: str, chip: str) -> tuple[bytes, str]:
    tool = _tool()
    with tempfile.TemporaryDirectory() as folder:
        text, cubin = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
        text.write_text(source, encoding="utf-8")
        words = [tool, f"-arch={chip}", "-lineinfo", "-v", "-o", str(cubin), str(text)]
        status, said = fresh.call(libraries.run, words, lines=source.count("\n"))
        log = said.replace(str(text), "kernel.ptx")
        return (cubin.read_bytes() if not status and cubin.exists() else b""), log
