"""A kernel's accesses to shared and global memory, with their costs and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpusim.counting.costs import (
    COUNTED,
    GLOBAL,
    NOTHING,
    SHARED,
    Cost,
    InstructionCount,
    LaunchCounts,
    Part,
    added,
    quantities,
)
from gpusim.counting.shared_tiles import SharedTile, tile_records
from gpusim.isa.opcodes import opcode

from ...core.data import CUT, FIRST, LEFT_OUT, column, figure, hidden, shown
from ...core.launch import Launch
from .ways import ASYNC, LOAD, MATRIX, PAST_LANES, PLAIN, STORE, TMA

TIR, MACHINE_CODE = "TIR", "machine code"
# Effect of instructions that belong to no access of the TIR.
_MEANING = {
    **dict.fromkeys(("shared.load", "global.load"), (LOAD, PLAIN)),
    **dict.fromkeys(("shared.store", "global.store"), (STORE, PLAIN)),
    "shared.matrix": (LOAD, MATRIX),
}


def meaning(instruction: InstructionCount) -> tuple[str, str]:
    """The kind of an access and how it is made."""
    access = opcode(instruction.opcode).access
    if access == "global.copy":
        return LOAD if instruction.scope == GLOBAL else STORE, ASYNC
    return _MEANING.get(access, ("atomic", PLAIN))


class Costed:
    """A cost by memory: wavefronts and conflicts for shared memory, sectors for global memory."""

    scope: str
    cost: Cost

    def _of(self, scope: str, count: int | None) -> int | None:
        return count if self.scope == scope else None

    @figure
    def requests(self) -> int | None:
        return self.cost.requests

    @figure
    def wavefronts(self) -> int | None:
        return self._of(SHARED, self.cost.taken)

    @figure
    def least_wavefronts(self) -> int | None:
        return self._of(SHARED, self.cost.least)

    @figure
    def sectors(self) -> int | None:
        return self._of(GLOBAL, self.cost.taken)

    @figure
    def least_sectors(self) -> int | None:
        return self._of(GLOBAL, self.cost.least)

    @figure
    def bytes(self) -> int | None:
        return self.cost.bytes

    @figure
    def conflicts(self) -> int | None:
        return self._of(SHARED, self.cost.conflicts)


@dataclass(frozen=True)
class TouchedTile:
    """A wgmma operand or TMA box in shared memory, as lines of 16-byte pieces.

    `count` instructions of the kernel access it. `pieces` and `passes` describe the first eight
    lines: where each piece is stored, and in which wavefront it is read (-1: not by this
    instruction). The fields ending in `_without` describe the layout without the swizzle.
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


@dataclass(frozen=True)
class Access(Costed):
    """An access of a kernel, or an instruction that belongs to none, with counts over the launch.

    Unknown counts are None. `line` is the line in the CUDA text as shown (`Lowered.kernel_source`),
    0 if unknown, and `expression` its text, or the instruction. `buffer` is the name in TIR.
    `written` is the number of bytes that a lane moves in TIR, 0 if unknown; `bits` and
    `bits_in_tir` are the widths in SASS and TIR. `issued` counts how often warps issue the access,
    including those with all lanes off; `requests` counts only those that access memory. `counts`
    lists its instructions, `touched` the tile that wgmma or TMA accesses.
    """

    line: int
    expression: str = column("access", narrow=CUT)
    buffer: str
    scope: str
    kind: str
    way: str
    opcode: str = hidden()
    written: int = hidden()
    cost: Cost = hidden()
    issued: int | None
    origin: str
    note: str = column("note", narrow=LEFT_OUT)
    counts: tuple[InstructionCount, ...] = hidden(())
    touched: tuple[SharedTile, ...] = hidden(())

    place = shown("line", after=FIRST)(lambda self: self.line or "?")

    @shown("what", after="expression")
    def what(self) -> str:
        """'shared load', 'global load (cp.async)'."""
        return f"{self.scope} {self.kind}" + (f" ({self.way})" if self.way else "")

    @shown("bits", after="what")
    def width_text(self) -> str:
        """Width in bits, as written and as executed: '128', '32→128' or '32→128, 32'."""
        executed = ", ".join(str(8 * width) for width in self.widths)
        if not self.written:
            return executed if self.counts else "?"
        written = str(8 * self.written)
        return written if executed == written else f"{written}→{executed}"

    @shown("instructions", after="width_text", narrow=LEFT_OUT)
    def code(self) -> str:
        """The instructions: '16 LDS.128'."""
        return ", ".join(f"{count} {name}" for name, count in self.instructions.items())

    @shown("requests", after="code", narrow=LEFT_OUT)
    def requests_text(self) -> int | str:
        return "?" if self.requests is None else self.requests

    @shown("wavefronts (least)", after="requests_text", worse=lambda it: bool(it.conflicts))
    def wavefronts_text(self) -> str:
        return beside(self.wavefronts_per_request, self.least_wavefronts_per_request)

    @shown("sectors (least)", after="wavefronts_text", worse=lambda it: it.scattered)
    def sectors_text(self) -> str:
        return beside(self.sectors_per_request, self.least_sectors_per_request)

    @property
    def scattered(self) -> bool:
        """Whether the access touches more sectors than its bytes fill."""
        return self.scope == GLOBAL and bool(self.cost.conflicts)

    @property
    def widths(self) -> list[int]:
        """Bytes that a lane moves per instruction, in SASS or else in TIR, widest first."""
        return sorted({instruction.width for instruction in self.counts}, reverse=True) or [
            self.written
        ]

    @figure
    def bits(self) -> int:
        return 8 * self.widths[0]

    @figure
    def bits_in_tir(self) -> int:
        return 8 * self.written

    @figure
    def instructions(self) -> dict[str, int]:
        return dict(Counter(instruction.name for instruction in self.counts))

    def _each(self, count: int | None) -> float | None:
        return round(count / self.requests, 3) if count is not None and self.requests else None

    @figure
    def wavefronts_per_request(self) -> float | None:
        return self._each(self.wavefronts)

    @figure
    def least_wavefronts_per_request(self) -> float | None:
        return self._each(self.least_wavefronts)

    @figure
    def sectors_per_request(self) -> float | None:
        return self._each(self.sectors)

    @figure
    def least_sectors_per_request(self) -> float | None:
        return self._each(self.least_sectors)

    @figure
    def tiles(self) -> list[TouchedTile]:
        return [TouchedTile(**tile) for tile in tile_records(self.touched)]


def beside(value: float | None, least: float | None) -> str:
    """A value with its minimum in parentheses, as '8 (4)'; '' if nothing was counted."""
    if value is None:
        return ""
    return f"{value:.4g}" if least is None else f"{value:.4g} ({least:.4g})"


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `counted` has the counts of the SASS, None if the accesses were counted in TIR. `problem` says
    what is unknown.
    """

    launch: Launch = hidden()
    accesses: tuple[Access, ...]
    counted: LaunchCounts | None = hidden()
    problem: str = ""

    @figure
    def kernel(self) -> str:
        return self.launch.kernel

    @figure
    def grid(self) -> tuple[int, int, int]:
        return self.launch.grid

    @figure
    def block(self) -> tuple[int, int, int]:
        return self.launch.block

    @figure
    def exact(self) -> bool | None:
        return self.counted.exact if self.counted else None

    @figure
    def reason(self) -> str:
        return self.counted.reason if self.counted else ""

    @figure
    def totals(self) -> dict[str, Total]:
        return totals([self])

    @property
    def parts(self) -> Sequence[Part]:
        """The items that a profiler counts."""
        return self.counted.instructions if self.counted else self.accesses

    @figure
    def padding(self) -> dict[str, int]:
        """Issued instructions without effect, by kind."""
        padding: Counter[str] = Counter()
        for instruction in self.counted.instructions if self.counted else ():
            if instruction.padding:
                padding[f"{instruction.scope} {meaning(instruction)[0]}"] += instruction.issued
        return dict(padding)


# --- Totals ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Total(Costed):
    """The sum over the accesses to one memory; `incomplete` if the cost of an access is unknown."""

    scope: str = hidden()
    cost: Cost = hidden(NOTHING)
    incomplete: bool = False

    def _of(self, scope: str, count: int | None) -> int | None:
        return count or 0 if self.scope == scope else 0

    requests_sum = shown("requests", narrow=LEFT_OUT)(lambda self: self.requests)
    wavefronts_sum = shown("wavefronts")(lambda self: self.wavefronts or None)
    conflicts_sum = shown("conflicts")(lambda self: self.conflicts or None)
    sectors_sum = shown("sectors")(lambda self: self.sectors or None)

    @shown("bytes", narrow=LEFT_OUT)
    def bytes_sum(self) -> int | str:
        return f"{self.bytes:,} and more" if self.incomplete else self.bytes or 0

    @classmethod
    def of(cls, access: Access) -> Total:
        cost = access.cost
        needed = (cost.bytes,) if access.way in PAST_LANES else (cost.requests, cost.taken)
        known = Cost(*(value or 0 for value in (cost.requests, cost.taken, cost.least, cost.bytes)))
        return cls(access.scope, known, None in needed)

    def __add__(self, other: Total) -> Total:
        cost = added([self.cost, other.cost])
        return Total(self.scope, cost, self.incomplete or other.incomplete)


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Totals by kind of access, as in 'shared load' or 'global load (cp.async)'."""
    sums: dict[str, Total] = {}
    for access in (access for kernel in kernels for access in kernel.accesses):
        sums[access.what] = sums.get(access.what, Total(access.scope)) + Total.of(access)
    return sums


def traffic(kernels: Iterable[KernelAccesses]) -> dict[str, float]:
    """Bytes that all loads and stores move, by memory; a memory that is not fully analysed is
    omitted.

    TMA's stores to shared memory count as loads of global memory.
    """
    moved: dict[str, float] = {}
    unknown = set()
    for access in (access for kernel in kernels for access in kernel.accesses):
        for scope in (SHARED, GLOBAL) if access.way == TMA else (access.scope,):
            moved[scope] = moved.get(scope, 0.0) + (access.cost.bytes or 0)
            if access.cost.bytes is None:
                unknown.add(scope)
    return {scope: size for scope, size in moved.items() if size and scope not in unknown}


def uncounted(kernels: Iterable[KernelAccesses]) -> dict[str, str]:
    """The profiler counters that are unknown if accesses are counted in TIR, with the reason for
    each."""
    accesses = [access for kernel in kernels if not kernel.counted for access in kernel.accesses]
    unknown_by_name: dict[str, str] = {}
    for name in COUNTED:
        unknown = [access for access, count in quantities(name, accesses) if count is None]
        if unknown:
            unknown_by_name[name] = "; ".join(
                dict.fromkeys(f"line {access.line}: {access.note}" for access in unknown)
            )
    return unknown_by_name
