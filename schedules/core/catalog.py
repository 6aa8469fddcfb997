"""The ladders, in order.

A module of `gemm` or `gemv` that defines `ladder` is found by itself; the ladder bears the module's
name, 'gemm/sgemm_tvm' for schedules/gemm/sgemm_tvm.py.
"""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

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


# --- Tours ----------------------------------------------------------------------------------------

FOLDER = Path(__file__).parents[1]


class Stop(TypedDict):
    """A step as RUNG:STEP, the panes as in a link, a text in the line of the right pane to look at
    ('' for none), and what to do; keys are in brackets."""

    at: str
    panes: str
    look: str
    say: str


@cache
def tour(ladder: str) -> tuple[Stop, ...]:
    """The stops of a ladder's tour; empty if it has none."""
    file = FOLDER / f"{ladder}.tour.toml"
    if not file.is_file():
        return ()
    stops: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["stop"]
    return tuple(
        Stop(
            at=stop["at"],
            panes=stop["panes"],
            look=stop.get("look", ""),
            say=" ".join(stop["say"].split()),
        )
        for stop in stops
    )
