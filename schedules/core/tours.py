"""Guided tours: a few stops of a ladder, each a step to open, a place to look at, a key to press.

A ladder's tour is NAME.tour.toml next to the ladder's file. Its explanations are those of the
ladder, the rung's summary and the step's reason; a stop adds where to look.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

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
