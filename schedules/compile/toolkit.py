"""Where the tools of a CUDA toolkit are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ..errors import NoTool

HOMES = ("CUDA_HOME", "CUDA_PATH")
DEFAULT_HOME = "/usr/local/cuda"


def find_tool(name: str) -> str:
    """Path of `ncu`, `compute-sanitizer`, ...: on PATH or in a toolkit; raises NoTool."""
    found = shutil.which(name)
    if found:
        return found
    homes = [os.environ[home] for home in HOMES if os.environ.get(home)]
    for home in [*homes, DEFAULT_HOME]:
        for folder in ("bin", name):
            file = Path(home) / folder / name
            if os.access(file, os.X_OK) and file.is_file():
                return str(file)
    raise NoTool(f"{name} is neither on PATH nor below CUDA_HOME: install the CUDA toolkit")
