"""Predicted times, and what should gain."""

from __future__ import annotations

from typing_extensions import TypedDict

from .rungs import closed


@closed
class InstructionTimeRecord(TypedDict):
    """An instruction's part of a launch's time, by cause, and which results it waited for."""

    at: int
    line: int | None
    instruction: str
    issued: int
    us: float
    causes: dict[str, float]
    waits_for: dict[int, float]


@closed
class LaunchTimeRecord(TypedDict):
    """A launch's predicted time; `shares` are parts of it for which each resource is busy."""

    kernel: str
    cycles: float
    clock_mhz: float
    fitted: float
    resident: int
    blocks: int
    shares: dict[str, float]
    l2_bytes: int
    dram_bytes: int
    simulated: int
    instructions: list[InstructionTimeRecord]
    us: float


@closed
class TimeRecord(TypedDict):
    """The predicted time on a chip, microseconds, and between which it should lie."""

    chip: str
    launches: list[LaunchTimeRecord]
    launch_us: float
    set_bytes: float
    band: list[float]
    us: float
    low_us: float
    high_us: float


@closed
class PredictionRecord(TypedDict):
    """A step's prediction, beside what was recorded of this very kernel, null for nothing; whose
    machine code was predicted and timed.

    `prediction` is null where the model does not know the kernel; `problem` says why.
    """

    rung: str
    step: str
    shape: list[int]
    compiler: str
    recorded_us: float | None
    recorded_compiler: str | None
    prediction: TimeRecord | None
    problem: str


@closed
class GainRecord(TypedDict):
    """A move: microseconds predicted with it, the part of the time that it saves."""

    kind: str
    what: str
    how: str
    us: float
    gain: float
    limit: bool


@closed
class TileRecord(TypedDict):
    """The schedule with another tile number, compiled and predicted."""

    kind: str
    number: str
    old: int
    new: int
    us: float
    gain: float


@closed
class AdviceRecord(TypedDict):
    """What bounds a kernel on a chip, and moves, the largest gain first."""

    kernel: str
    chip: str
    band: list[float]
    us: float
    bound: str
    busy: dict[str, float]
    stalls: dict[str, float]
    gains: list[GainRecord]
    tiles: list[TileRecord]


@closed
class TimedRecord(TypedDict):
    """A step's kernel timed by itself on a device: the median and its quartiles, microseconds.

    `flops` and `bytes` are the computation's.
    """

    rung: str
    step: str
    shape: list[int]
    device: str
    time_us: float
    quartiles_us: list[float]
    samples: int
    flops: int
    bytes: int
