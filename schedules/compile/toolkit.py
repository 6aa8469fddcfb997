"""Programs of a CUDA toolkit: nvcc with the options that TVM uses, and ptxas of any release."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from gpusim.errors import NoCompiler, UserError
from gpusim.isa.sass import SOURCE_NAME
from gpusim.toolkit import NVCC_EXTRA, NVCC_WHEELS, file_of, version

from . import fresh
from .listing import Compiled, Cuda, compile_error, report, with_own_lines
from .nvrtc import FAST_MATH, KEPT_OPERATORS, absolute, options_for, ptxas_options

if TYPE_CHECKING:
    from .compiler import Backend

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
def release_of(program: str | Path) -> str:
    """'13.0', from nvcc or ptxas itself; '' if it does not run."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"release (\d+\.\d+)", told.stdout)
    return match[1] if match else ""


def _made(folder: str, name: str, text: str, words: Sequence[str]) -> tuple[bytes, str]:
    """The cubin that a program makes of a text, b'' if it fails, and what it says about the file,
    which is called `name`."""
    file, cubin = Path(folder) / Path(name).name, Path(folder) / "kernel.cubin"
    file.write_text(text, encoding="utf-8")
    words = [*words, "-o", str(cubin), str(file)]
    status, log = fresh.call(fresh.run, words, lines=text.count("\n"))
    made = b"" if status or not cubin.exists() else cubin.read_bytes()
    return made, log.replace(str(file), name)


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
        return f"{PROGRAM} {release_of(program())}"

    def identity(self, source: str, chip: str) -> list[str]:
        """Everything that the machine code depends on; raises NoCompiler."""
        return [source, *self._options(chip), self.version]

    def compile(self, source: str, chip: str) -> Compiled:
        """The cubin of a text and ptxas's report; raises UserError, LimitError."""
        with tempfile.TemporaryDirectory() as folder:
            text = f'#line 1 "{SOURCE_NAME}"\n{with_own_lines(source)}'
            words = [program(), *self._options(chip), "--keep", f"--keep-dir={folder}"]
            cubin, log = _made(folder, SOURCE_NAME, text, words)
            if not cubin:
                raise compile_error(Cuda(source, whole=self.file is not None), log)
            return Compiled((Path(folder) / "kernel.ptx").read_text(), cubin, report(log))

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


# --- ptxas of a chosen release --------------------------------------------------------------------

# The same PTX, assembled by other compilers.
#
# A release is 'MAJOR.MINOR', with '-O0' to '-O2' for less optimization ('13.0-O0'). ptxas is that
# of the wheel nvidia-cuda-nvcc in this environment or in `folder_of(release)`, or the one on PATH.

# The release that assembles instead of the compilers' own.
VARIABLE = "SCHEDULES_PTXAS"
_RELEASE = re.compile(r"(\d+\.\d+)(-O[0-3])?$")
_DEBUG = re.compile(r"^\.target\b.*\bdebug\b", re.M)
# The first release with each version of PTX is that many minors behind CUDA's.
_PTX_OF_CUDA_12, _PTX_OF_CUDA_13 = (8, -1), (9, 0)


def folder_of(release: str) -> Path:
    """The folder for the wheel of a release."""
    return platformdirs.user_data_path("schedules") / "ptxas" / release


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
            # ptxas does not optimize PTX that was made for debugging.
            how = ["-O0", "-g"] if _DEBUG.search(source) else [self.level, "--generate-line-info"]
            words = [str(self.program), f"-arch={chip}", *how, "-v"]
            cubin, log = _made(folder, "kernel.ptx", _for_release(source, self.release), words)
            if not cubin:
                raise compile_error(Cuda(""), log, source)
            return Compiled(source, cubin, report(log))


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
