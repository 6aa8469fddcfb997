"""Ladders, rungs, their steps, and texts of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.ladder import Figure


@dataclass(frozen=True)
class StepOutline:
    """A step's name and reason."""

    step: str
    why: str


@dataclass(frozen=True)
class RungRecord:
    """One kernel of a ladder; `tile` has the extents of its tile."""

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
    """A kernel's text at a level; `name` is LADDER:RUNG:STEP."""

    name: str
    level: str
    language: str
    text: str


@dataclass(frozen=True)
class FileRecord:
    """A file; `state` is 'written', 'removed', or, with --check, 'stale'."""

    path: str
    state: str
    bytes: int | None
