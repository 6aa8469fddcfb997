"""Locates CUDA's tools, in a toolkit or in wheels, and their versions."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from .errors import NoCompiler, NoTool, UserError

SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
HOMES = ("CUDA_HOME", "CUDA_PATH")
DEFAULT_HOME = "/usr/local/cuda"


def system() -> str:
    """The name of the operating system, for messages."""
    return SYSTEMS.get(sys.platform, sys.platform)


def on_linux() -> bool:
    return sys.platform == "linux"


def find_tool(name: str) -> str:
    """Path of `ncu`, `compute-sanitizer`, ...: on PATH or in a toolkit; raises NoTool."""
    path = shutil.which(name)
    if path:
        return path
    homes = [os.environ[home] for home in HOMES if os.environ.get(home)]
    for home in [*homes, DEFAULT_HOME]:
        for folder in ("bin", name):
            file = Path(home) / folder / name
            if os.access(file, os.X_OK) and file.is_file():
                return str(file)
    raise NoTool(f"{name} is neither on PATH nor below CUDA_HOME: install the CUDA toolkit")


EXTRA = "inspect"
BINDINGS = "cuda-bindings"
COMPILER = "nvidia-cuda-nvrtc"
HEADERS = ("nvidia-cuda-runtime", "nvidia-cuda-cccl", "nvidia-cuda-crt")
DISASSEMBLER = "nvidia-cuda-nvdisasm"
JIT_LINKER = "nvidia-nvjitlink"
NVCC_EXTRA = "nvcc"
NVCC_WHEELS = ("nvidia-cuda-nvcc", "nvidia-nvvm")


@cache
def version(wheel: str, extra: str = EXTRA) -> str:
    """The installed version of a wheel.

    Raises NoCompiler that names the extra to install, or the operating system if it is not Linux,
    for which wheels have another layout or do not exist.
    """
    if not on_linux():
        raise NoCompiler(f"PTX and SASS are made on Linux, and this is {system()}")
    try:
        return importlib.metadata.version(wheel)
    except importlib.metadata.PackageNotFoundError:
        what = "PTX and SASS need" if extra == EXTRA else f"{extra}'s code needs"
        raise NoCompiler(
            f"{what} the wheel {wheel}: install the extra {extra!r}, pip install -e '.[{extra}]'"
        ) from None


@cache
def disassembler() -> tuple[Path, str]:
    """nvdisasm and its version: from its wheel, or else from a toolkit; raises NoCompiler."""
    try:
        return file_of(DISASSEMBLER, "bin/nvdisasm"), version(DISASSEMBLER)
    except NoCompiler:
        with suppress(NoTool):
            tool = find_tool("nvdisasm")
            told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
            return Path(tool), told.stdout.strip().rpartition("\n")[2]
        raise


@cache
def file_of(wheel: str, path: str) -> Path:
    """A file or folder of a wheel, below site-packages/nvidia/cu13."""
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
