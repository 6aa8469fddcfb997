"""The ladders, in order.

A module of `gemm` or `gemv` that defines `ladder` is found by itself; the ladder bears the module's
name, 'gemm/sgemm_tvm' for schedules/gemm/sgemm_tvm.py.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from gpusim.errors import nearest

from .. import gemm, gemv
from .ladder import Ladder

FAMILIES = (gemm, gemv)


@cache
def ladders() -> dict[str, Ladder]:
    """All ladders by name, sorted by `place`."""
    known = []
    for family in FAMILIES:
        for info in pkgutil.iter_modules(family.__path__, family.__name__ + "."):
            ladder = getattr(importlib.import_module(info.name), "ladder", None)
            if isinstance(ladder, Ladder):
                known.append(ladder)
    return {
        ladder.name: ladder
        for ladder in sorted(known, key=lambda ladder: (ladder.place, ladder.name))
    }


def ladder(name: str) -> Ladder:
    """The ladder called `name`; imports only that one. Raises UserError with the nearest name."""
    family, _, module = name.partition("/")
    for package in FAMILIES:
        modules = {info.name for info in pkgutil.iter_modules(package.__path__)}
        if package.__name__.rpartition(".")[2] == family and module in modules:
            candidate = getattr(
                importlib.import_module(f"{package.__name__}.{module}"), "ladder", None
            )
            if isinstance(candidate, Ladder):
                return candidate
    raise nearest("ladder", name, ladders())
