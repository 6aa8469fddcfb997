"""Compiles CUDA text to PTX, cubin and SASS, by nvcc or NVRTC, with one cache and one error format.

This file selects the compiler whose SASS is shown, counted, verified, predicted and timed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from gpusim.errors import nearest

VARIABLE = "SCHEDULES_COMPILER"
NAMES = ("nvrtc", "nvcc")


def selected_compiler() -> str:
    """The compiler that SCHEDULES_COMPILER names, by default 'nvrtc'; raises UserError."""
    name = os.environ.get(VARIABLE) or NAMES[0]
    if name not in NAMES:
        raise nearest("compiler", name, NAMES)
    return name


@contextmanager
def selecting(variable: str, value: str) -> Iterator[None]:
    """Set a variable in this process and in those that it starts."""
    before = os.environ.get(variable)
    os.environ[variable] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


@contextmanager
def choosing(name: str) -> Iterator[None]:
    """Select a compiler; raises UserError as `selected_compiler`."""
    with selecting(VARIABLE, name):
        selected_compiler()
        yield
