"""The pictures of docs/figures, as drawn.toml lists them: `python -m benchmarks.figures`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from . import drawings
from .records import ROOT

FOLDER = ROOT / "docs/figures"


def _arguments(listed: Sequence[str | int]) -> Iterator[str | int]:
    """The arguments of a function, with the ladder of each reference."""
    ladder = ""
    for argument in listed:
        if isinstance(argument, str) and argument.startswith(":"):
            yield ladder + argument
            continue
        if isinstance(argument, str):
            ladder = argument.rpartition(":")[0]
        yield argument


def _drawn() -> Iterator[tuple[str, Callable[[], str]]]:
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for draw, named in listed.items():
        for name, arguments in named.items():
            yield name, partial(getattr(drawings, draw), *_arguments(arguments))


# File name without its ending -> the function that draws it.
DRAWN: Mapping[str, Callable[[], str]] = dict(_drawn())


def pictures() -> dict[Path, str]:
    """Every picture, as SVG."""
    return {FOLDER / f"{name}.svg": draw() for name, draw in DRAWN.items()}
