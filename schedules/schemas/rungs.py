"""Ladders, rungs, their steps, and texts of them."""

from __future__ import annotations

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

# Nothing that is not named here.
closed = with_config(ConfigDict(extra="forbid"))


@closed
class FigureRecord(TypedDict):
    """What a source document measured; `value` is null where it gives no number."""

    value: float | None
    unit: str
    device: str
    source: str
    shape: list[int] | None
    note: str


@closed
class StepOutline(TypedDict):
    """A step's name, and why it is taken."""

    step: str
    why: str


@closed
class RungRecord(TypedDict):
    """One kernel of a ladder; `tile` are its tile's extents."""

    index: int
    rung: str
    doc: str
    shape: list[int]
    tile: list[int]
    any_shape: bool
    figures: list[FigureRecord]
    steps: list[StepOutline]


@closed
class LadderRecord(TypedDict):
    """A ladder with its rungs, slow to fast."""

    ladder: str
    title: str
    workload: str
    reference: list[FigureRecord]
    rungs: list[RungRecord]


@closed
class LaunchRecord(TypedDict):
    """How a kernel is launched: blocks, threads, bytes of shared memory of a block, blocks of a
    cluster each way."""

    kernel: str
    grid: list[int]
    block: list[int]
    static_shared: int
    dynamic_shared: int
    cluster: list[int]


@closed
class EffectRecord(TypedDict):
    """Which levels a step changed since the one before; null where either has no such level."""

    tir: bool
    lowered: bool | None
    source: bool | None
    launch: bool | None


@closed
class StepRecord(TypedDict):
    """A step: `changed` is null for the first, `problem` says why it is no kernel ('' if it is)."""

    rung: str
    index: int
    step: str
    why: str
    shape: list[int]
    arch: str
    primitives: list[str]
    no_effect: bool
    changed: EffectRecord | None
    launches: list[LaunchRecord]
    problem: str


@closed
class TextRecord(TypedDict):
    """A text: of what, at which level, in which language."""

    name: str
    level: str
    language: str
    text: str


@closed
class DifferenceRecord(TypedDict):
    """What lies between two texts at a level, as a unified diff ('' where they are the same)."""

    first: str
    second: str
    level: str
    diff: str


@closed
class PassRecord(TypedDict):
    """A lowering pass, with the lines of TIR that it added and removed."""

    index: int
    name: str
    added: int
    removed: int
    milliseconds: float


@closed
class PassesRecord(TypedDict):
    """The lowering passes of a step, in order."""

    rung: str
    step: str
    shape: list[int]
    arch: str
    passes: list[PassRecord]


@closed
class FileRecord(TypedDict):
    """A file: 'written', 'removed', or 'stale' where it was only compared."""

    path: str
    state: str
    bytes: int | None
