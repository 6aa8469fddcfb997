"""Ladders, rungs, their steps, and texts of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.ladder import Figure


@dataclass(frozen=True)
class StepOutline:
    """A step's name, and why it is taken."""

    step: str
    why: str


@dataclass(frozen=True)
class RungRecord:
    """One kernel of a ladder; `tile` are its tile's extents."""

    index: int
    rung: str
    doc: str
    shape: list[int]
    tile: list[int]
    any_shape: bool
    figures: tuple[Figure, ...]
    steps: tuple[StepOutline, ...]


@dataclass(frozen=True)
class LadderRecord:
    """A ladder with its rungs, slow to fast."""

    ladder: str
    title: str
    workload: str
    reference: tuple[Figure, ...]
    rungs: tuple[RungRecord, ...]


@dataclass(frozen=True)
class TextRecord:
    """A text: of what, at which level, in which language."""

    name: str
    level: str
    language: str
    text: str


@dataclass(frozen=True)
class FileRecord:
    """A file: 'written', 'removed', or 'stale' where it was only compared."""

    path: str
    state: str
    bytes: int | None
