"""Compiles CUDA text to PTX, cubin and SASS through one cache, by NVRTC or nvcc."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from gpusim.cache import Cache, cache_key
from gpusim.errors import UserError

from ..core.target import Target
from . import selected_compiler
from .listing import Compiled
from .nvrtc import Nvrtc
from .toolkit import Nvcc, reassembled

# Instructions of one chip only, which the compilers accept only for sm_90a; <cuda/ptx> has some.
_SM_90A = re.compile(r"\b(?:wgmma|setmaxnreg|tensormap)\.|^\.target\s+sm_90a|<cuda/ptx>", re.M)


class Backend(Protocol):
    """A compiler of CUDA text for a chip ('sm_90a')."""

    name: str

    @property
    def version(self) -> str: ...

    def identity(self, source: str, chip: str) -> list[str]: ...

    def compile(self, source: str, chip: str) -> Compiled: ...


def selected_backend(
    file: Path | None = None, flags: tuple[str, ...] = (), expressions: tuple[str, ...] = ()
) -> Backend:
    """The selected compiler, which compiles what is inspected, verified, predicted and timed.

    `file` is a user's CUDA file, compiled with its options and template instantiations. Raises
    UserError as `selected_compiler`, and for template instantiations with nvcc.
    """
    if selected_compiler() != Nvcc.name:
        return reassembled(Nvrtc(file=file, flags=flags, expressions=expressions))
    if expressions:
        raise UserError(f"{expressions[0]}: only NVRTC instantiates a template by its name")
    return reassembled(Nvcc(file=file, flags=flags))


def chip_of(target: Target, source: str) -> str:
    """The architecture to compile a text for: sm_90a if it needs instructions of sm_90a."""
    return "sm_90a" if target.arch == "sm_90" and _SM_90A.search(source) else target.arch


class Compiler:
    """Compiles for a target, by the given backend or the selected one."""

    def __init__(
        self, target: Target, backend: Backend | None = None, cache: Cache | None = None
    ) -> None:
        self.target = target
        self.backend = backend or selected_backend()
        self.cache = cache or Cache()

    @property
    def version(self) -> str:
        """'nvcc 13.0', 'NVRTC 13.0'; their SASS may differ."""
        return self.backend.version

    def compile(self, source: str) -> Compiled:
        """PTX, cubin and ptxas's report of a CUDA text, from the cache where it is there.

        Raises
        ------
        UserError
            The text does not compile (the compiler's message with the line), a target without
            machine code, or a wheel that is missing.
        LimitError
            ptxas refuses a kernel that goes beyond one of its limits, or the compiler takes too
            long (fresh.py).
        """
        chip = chip_of(self.target.check_machine_code(), source)
        name = f"{cache_key(*self.backend.identity(source, chip))}.cubin.zip"
        kept = self.cache.load(name, ("ptx", "cubin", "log"))
        if kept is not None:
            names = json.loads(kept.get("names", b"{}"))
            return Compiled(kept["ptx"].decode(), kept["cubin"], kept["log"].decode(), names)
        made = self.backend.compile(source, chip)
        members = {"ptx": made.ptx.encode(), "cubin": made.cubin, "log": made.log.encode()}
        members |= {"names": json.dumps(made.names).encode()} if made.names else {}
        self.cache.store(name, members)
        return made

    def cubin(self, source: str) -> bytes:
        """Only the cubin, for TVM's callback."""
        return self.compile(source).cubin

    def warm(self, sources: Iterable[str]) -> None:
        """Compile many texts in parallel, into the cache."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.compile, dict.fromkeys(sources)))
