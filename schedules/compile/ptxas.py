"""ptxas of a chosen release: the same PTX, assembled by other compilers.

A release is 'MAJOR.MINOR', with '-O0' to '-O2' for less optimization ('13.0-O0'). ptxas is that of
the wheel nvidia-cuda-nvcc in this environment or in `folder_of(release)`, or the one on PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from gpusim.errors import NoCompiler, UserError
from gpusim.toolkit import NVCC_WHEELS, file_of

from . import fresh, libraries
from .listing import Compiled, Cuda, compile_error, report

if TYPE_CHECKING:
    from .compiler import Backend

# The release that assembles instead of the compilers' own.
VARIABLE = "SCHEDULES_PTXAS"
_RELEASE = re.compile(r"(\d+\.\d+)(-O[0-3])?$")
_DEBUG = re.compile(r"^\.target\b.*\bdebug\b", re.M)
# The first release with each version of PTX is that many minors behind CUDA's.
_PTX_OF_CUDA_12, _PTX_OF_CUDA_13 = (8, -1), (9, 0)


def folder_of(release: str) -> Path:
    """The folder for the wheel of a release."""
    return platformdirs.user_data_path("schedules") / "ptxas" / release


@cache
def release_of(program: Path) -> str:
    """'13.0', from ptxas itself; '' if it does not run."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"release (\d+\.\d+)", told.stdout)
    return match[1] if match else ""


def _programs(release: str) -> Iterator[Path]:
    yield from sorted(folder_of(release).glob("nvidia/*/bin/ptxas"))
    with suppress(UserError):
        yield file_of(NVCC_WHEELS[0], "bin/ptxas")
    if path := shutil.which("ptxas"):
        yield Path(path)


def ptxas(name: str) -> Ptxas:
    """The assembler of a release; raises NoCompiler, which says what to install, and UserError for
    a text that names no release."""
    match = _RELEASE.match(name)
    if not match:
        raise UserError(f"{name!r} is no release of ptxas: write 13.0, or 13.0-O0")
    release = match[1]
    for program in _programs(release):
        if release_of(program) == release:
            return Ptxas(program, release, match[2] or "-O3")
    wheel = NVCC_WHEELS[0] + ("-cu12" if release.startswith("12.") else "")
    raise NoCompiler(
        f"ptxas {release} is not installed: pip install --no-deps --target {folder_of(release)} "
        f"'{wheel}=={release}.*'"
    )


@dataclass(frozen=True)
class Ptxas:
    """An assembler of PTX: a backend like the compilers."""

    program: Path
    release: str
    level: str = "-O3"
    name = "ptxas"

    @property
    def version(self) -> str:
        """'ptxas 13.0 -O3'."""
        return f"ptxas {self.release} {self.level}"

    def identity(self, source: str, chip: str) -> list[str]:
        return [source, chip, self.version]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a PTX text and ptxas's report; raises UserError, LimitError."""
        with tempfile.TemporaryDirectory() as folder:
            text, cubin = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
            text.write_text(_for_release(source, self.release), encoding="utf-8")
            # ptxas does not optimize PTX that was made for debugging.
            how = ["-O0", "-g"] if _DEBUG.search(source) else [self.level, "--generate-line-info"]
            options = [f"-arch={chip}", *how, "-v"]
            words = [str(self.program), *options, "-o", str(cubin), str(text)]
            status, log = fresh.call(libraries.run, words, lines=source.count("\n"))
            if status or not cubin.exists():
                raise compile_error(Cuda(""), log.replace(str(text), "kernel.ptx"), source)
            return Compiled(source, cubin.read_bytes(), report(log))


@dataclass(frozen=True)
class Reassembled:
    """A compiler to PTX, whose PTX another release of ptxas assembles."""

    front: Backend
    back: Ptxas

    @property
    def name(self) -> str:
        return self.front.name

    @property
    def version(self) -> str:
        return f"{self.front.version}, {self.back.version}"

    def identity(self, source: str, chip: str) -> list[str]:
        return [*self.front.identity(source, chip), self.back.version]

    def compile(self, source: str, chip: str) -> Compiled:
        made = self.front.compile(source, chip)
        back = self.back.compile(made.ptx, chip)
        return Compiled(back.ptx, back.cubin, back.log, made.names)


def reassembled(backend: Backend) -> Backend:
    """The backend, or what the selected release of ptxas makes of its PTX."""
    name = os.environ.get(VARIABLE)
    if not name:
        return backend
    back = ptxas(name)
    return Reassembled(backend, back) if backend.name != Ptxas.name else back


def _for_release(ptx: str, release: str) -> str:
    """PTX that a release accepts, if it has nothing newer than its version: 8.8 for CUDA 12.9, 9.0
    for 13.0."""
    major, minor = map(int, release.split("."))
    base, first = _PTX_OF_CUDA_12 if major == 12 else _PTX_OF_CUDA_13
    accepted = (base, minor + first)

    def lower(match: re.Match[str]) -> str:
        version = min((int(match[1]), int(match[2])), accepted)
        return f".version {version[0]}.{version[1]}"

    return re.sub(r"^\.version\s+(\d+)\.(\d+)", lower, ptx, count=1, flags=re.M)
