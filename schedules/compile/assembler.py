"""Assembles PTX to a cubin, by nvJitLink: a wheel that contains ptxas."""

from __future__ import annotations

from dataclasses import dataclass

from gpusim.toolkit import BINDINGS, JIT_LINKER, version

from . import fresh, libraries
from .compile_errors import Compiled, compile_error, report
from .listing import Cuda


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
        cubin, log = fresh.call(libraries.assemble, source, chip, lines=source.count("\n"))
        if not cubin:
            raise compile_error(Cuda(""), log, source)
        return Compiled(source, cubin, report(log))
