"""A child's failure as one line: the error, the code line that caused it, the memory."""

from __future__ import annotations

import re
import sysconfig
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

GB = 1e9
# Fractions of this machine's memory for all builders together, and for a runner on a CPU.
SHARE = 0.8
# The minimum memory of a builder: TVM and LLVM use a part of it when idle.
LEAST_GB = 4.0
NO_MEMORY = re.compile(r"MemoryError|bad_alloc|[Cc]annot allocate memory|out of memory")
# Files that are never the cause of a candidate's error: libraries, and the code that builds and
# runs it.
INSTALLED = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
OURS = str(Path(__file__).parent)


def place_of(error: BaseException) -> str:
    """' (FILE:LINE)' of the innermost line that may have caused an error, '' if there is none."""
    return place_in("".join(traceback.format_tb(error.__traceback__)))


def place_in(text: str) -> str:
    """The location of an error, from a printed traceback."""
    frames = re.findall(r'^\s*File "([^"]+)", line (\d+)', text, re.M)
    known = (*INSTALLED, OURS, "<")
    places = [f" ({file}:{line})" for file, line in frames if not file.startswith(known)]
    return places[-1] if places else ""


def builder_memory(count: int) -> int:
    """Memory limit of each of `count` builders, in bytes."""
    return int(max(SHARE * psutil.virtual_memory().total / count, LEAST_GB * GB))


def limit_memory(settings: Mapping[str, Any]) -> None:
    """Limit the memory of this process and of the processes that it starts.

    The limit is 'memory_gb' if the job sets it, otherwise 'memory_bytes'; if that is None, this
    machine's share. GPU runners have no limit, because the address space that CUDA maps says
    nothing about its use.
    """
    import resource

    # A crash is reported without a core dump.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if "memory_bytes" not in settings:
        return
    asked = settings.get("memory_gb")
    default = settings["memory_bytes"] or int(SHARE * psutil.virtual_memory().total)
    limit = int(asked * GB) if asked else default
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def memory_told(text: str) -> str:
    """An error's text, with advice if memory was exhausted."""
    if not NO_MEMORY.search(text):
        return text
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    has = "" if limit == resource.RLIM_INFINITY else f" than its {limit / GB:.3g} GB"
    return f"asked for more memory{has} (measure.memory_gb): {text}"
