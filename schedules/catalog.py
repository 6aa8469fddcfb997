"""The ladders, in order. A module of `gemm` or `gemv` that defines `ladder` is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from . import gemm, gemv
from .errors import nearest
from .ladder import Ladder

FAMILIES = (gemm, gemv)


@cache
def ladders() -> dict[str, Ladder]:
    """Every ladder by name, in the order of their `place`."""
    found = []
    for family in FAMILIES:
        for info in pkgutil.iter_modules(family.__path__, family.__name__ + "."):
            ladder = getattr(importlib.import_module(info.name), "ladder", None)
            if isinstance(ladder, Ladder):
                found.append(ladder)
    return {ladder.name: ladder for ladder in sorted(found, key=lambda one: (one.place, one.name))}


def ladder(name: str) -> Ladder:
    """The ladder called `name`; raises UserError with the nearest name."""
    known = ladders()
    if name not in known:
        raise nearest("ladder", name, known)
    return known[name]
