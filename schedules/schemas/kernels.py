"""What kernels take: registers, occupancy, memory accesses and their instructions."""

from __future__ import annotations

from typing_extensions import TypedDict

from .rungs import closed


@closed
class SharedTileRecord(TypedDict):
    """An operand of wgmma, or a box of TMA, in shared memory: bytes, by lines of 16-byte pieces.

    `count` instructions of the code have it. `pieces` and `passes` are of the first eight lines,
    where each piece lies and in which wavefront it is read (-1: not by this instruction);
    `_without` is without the swizzle.
    """

    instruction: str
    count: int
    operand: str
    swizzle: int
    leading: int
    stride: int
    lines: int
    line_bytes: int
    matrices: int
    wavefronts: int
    wavefronts_without: int
    pieces: list[list[int]]
    pieces_without: list[list[int]]
    passes: list[list[int]]
    passes_without: list[list[int]]


@closed
class AccessRecord(TypedDict):
    """An access of a kernel: counts over the launch, null where they are not known."""

    line: int
    buffer: str
    expression: str
    scope: str
    kind: str
    way: str
    bits: int
    bits_in_tir: int
    instructions: dict[str, int]
    requests: int | None
    wavefronts: int | None
    least_wavefronts: int | None
    sectors: int | None
    least_sectors: int | None
    bytes: int | None
    issued: int | None
    conflicts: int | None
    wavefronts_per_request: float | None
    least_wavefronts_per_request: float | None
    sectors_per_request: float | None
    least_sectors_per_request: float | None
    origin: str
    note: str
    tiles: list[SharedTileRecord]


@closed
class KernelAccessesRecord(TypedDict):
    """All accesses of one launch; `totals` by scope and kind."""

    kernel: str
    grid: list[int]
    block: list[int]
    problem: str
    exact: bool | None
    reason: str
    padding: dict[str, int]
    accesses: list[AccessRecord]
    totals: dict[str, dict[str, int | bool | None]]


@closed
class AccessesRecord(TypedDict):
    """A step's accesses, as machine code or (with the problem that says why) as TIR has them;
    `counters` by a profiler's names, `uncounted` why one is missing."""

    rung: str
    step: str
    shape: list[int]
    arch: str
    machine_code: bool
    problem: str
    kernels: list[KernelAccessesRecord]
    counters: dict[str, int]
    uncounted: dict[str, str]


@closed
class InstructionRecord(TypedDict):
    """What a memory instruction costs over the launch."""

    line: int | None
    instruction: str
    opcode: str
    scope: str
    array: str
    issued: int
    requests: int
    wavefronts: int
    sectors: int
    least: int
    conflicts: int
    bytes: int


@closed
class LaunchCountsRecord(TypedDict):
    """The memory instructions of a launch; `reason` says why the counts hold for all of its blocks,
    `passes` which passes of loops were multiplied in place of being run, and why they may be."""

    kernel: str
    instructions: list[InstructionRecord]
    exact: bool
    reason: str
    by_data: list[str]
    passes: list[str]


@closed
class InstructionCountsRecord(TypedDict):
    """The launches of a step, or of a kernel in a file (`rung` is its name, `step` '')."""

    rung: str
    step: str
    shape: list[int]
    arch: str
    launches: list[LaunchCountsRecord]
    counters: dict[str, int]
