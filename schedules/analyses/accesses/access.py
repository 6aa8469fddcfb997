"""A kernel's accesses of shared and global memory with what each costs, and their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

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

from ...lowering.launch import Launch
from .sites import ASYNC, LOAD, MATRIX, PAST_LANES, PLAIN, STORE, TMA

TIR, MACHINE_CODE = "TIR", "machine code"
# What instructions do that belong to no access of the TIR.
_MEANING = {
    **dict.fromkeys(("shared.load", "global.load"), (LOAD, PLAIN)),
    **dict.fromkeys(("shared.store", "global.store"), (STORE, PLAIN)),
    "shared.matrix": (LOAD, MATRIX),
}


def meaning(one: InstructionCount) -> tuple[str, str]:
    """Kind and way."""
    access = opcode(one.opcode).access
    if access == "global.copy":
        return LOAD if one.scope == GLOBAL else STORE, ASYNC
    return _MEANING.get(access, ("atomic", PLAIN))


@dataclass(frozen=True)
class Access:
    """One access of a kernel, or an instruction that belongs to none.

    `line` is its line in the CUDA text as shown (`Lowered.kernel_source`), 0 where it was not
    found; `expression` what stands there, or the instruction. `buffer` is TIR's name. `written` is
    how many bytes a lane moves in TIR, 0 where that is not known. `issued` is how often warps issue
    it, those counted whose lanes are all off: at least `cost.requests`, which access memory.
    `tiles` are what wgmma or TMA touches there.
    """

    line: int
    expression: str
    buffer: str
    scope: str
    kind: str
    way: str
    opcode: str
    written: int
    cost: Cost
    issued: int | None
    origin: str
    note: str
    instructions: tuple[InstructionCount, ...] = ()
    tiles: tuple[SharedTile, ...] = ()

    @property
    def what(self) -> str:
        """For tables: 'shared load', 'global load (cp.async)'."""
        return f"{self.scope} {self.kind}" + (f" ({self.way})" if self.way else "")

    @property
    def widths(self) -> list[int]:
        """Bytes a lane moves at once, as executed or as TIR has it; the widest first."""
        return sorted({one.width for one in self.instructions}, reverse=True) or [self.written]

    @property
    def bits(self) -> str:
        """Width in bits, as written and as executed: '128', '32→128' or '32→128, 32'."""
        executed = ", ".join(str(8 * width) for width in self.widths)
        if not self.written:
            return executed if self.instructions else "?"
        written = str(8 * self.written)
        return written if executed == written else f"{written}→{executed}"

    @property
    def code(self) -> str:
        """The instructions, for tables: '16 LDS.128'."""
        counts = Counter(one.name for one in self.instructions)
        return ", ".join(f"{count} {name}" for name, count in counts.items())

    @property
    def per_request(self) -> dict[str, float | None]:
        """Wavefronts and sectors of a request, and the least; None where they do not apply."""
        requests = self.cost.requests
        return {
            name: round(value / requests, 3) if value is not None and requests else None
            for name, value in self.cost.record(self.scope).items()
            if name not in ("requests", "bytes")
        }

    def record(self) -> dict[str, Any]:
        """For JSON; widths in bits, `instructions` in the code, everything else over the launch."""
        return {
            "line": self.line,
            "buffer": self.buffer,
            "expression": self.expression,
            "scope": self.scope,
            "kind": self.kind,
            "way": self.way,
            "bits": 8 * self.widths[0],
            "bits_in_tir": 8 * self.written,
            "instructions": dict(Counter(one.name for one in self.instructions)),
            **self.cost.record(self.scope),
            "issued": self.issued,
            "conflicts": self.cost.conflicts if self.scope == SHARED else None,
            **{f"{name}_per_request": value for name, value in self.per_request.items()},
            "origin": self.origin,
            "note": self.note,
            "tiles": tile_records(self.tiles),
        }


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `counted` are the machine's counts, None where accesses are as in TIR. `problem` says what
    is not known of them.
    """

    launch: Launch
    accesses: tuple[Access, ...]
    counted: LaunchCounts | None
    problem: str = ""

    @property
    def parts(self) -> Sequence[Part]:
        """What a profiler counts."""
        return self.counted.instructions if self.counted else self.accesses

    @property
    def padding(self) -> dict[str, int]:
        """Instructions that are issued and never do anything, by sort."""
        found: Counter[str] = Counter()
        for one in self.counted.instructions if self.counted else ():
            if one.padding:
                found[f"{one.scope} {meaning(one)[0]}"] += one.issued
        return dict(found)

    def record(self) -> dict[str, Any]:
        return {
            "kernel": self.launch.kernel,
            "grid": self.launch.grid,
            "block": self.launch.block,
            "problem": self.problem,
            "exact": self.counted.exact if self.counted else None,
            "reason": self.counted.reason if self.counted else "",
            "padding": self.padding,
            "accesses": [access.record() for access in self.accesses],
            "totals": {name: total.record() for name, total in totals([self]).items()},
        }


# --- sums -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Total:
    """A sum over accesses of one memory; `incomplete` where something of one is not known."""

    scope: str
    cost: Cost = NOTHING
    incomplete: bool = False

    @classmethod
    def of(cls, access: Access) -> Total:
        cost = access.cost
        needed = (cost.bytes,) if access.way in PAST_LANES else (cost.requests, cost.taken)
        known = Cost(*(value or 0 for value in (cost.requests, cost.taken, cost.least, cost.bytes)))
        return cls(access.scope, known, None in needed)

    def __add__(self, other: Total) -> Total:
        cost = added([self.cost, other.cost])
        return Total(self.scope, cost, self.incomplete or other.incomplete)

    def record(self) -> dict[str, Any]:
        """For JSON; 0 of what is not of its memory."""
        counts = {name: value or 0 for name, value in self.cost.record(self.scope).items()}
        conflicts = self.cost.conflicts if self.scope == SHARED else 0
        return counts | {"incomplete": self.incomplete, "conflicts": conflicts}


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Sums by sort of access, as in 'shared load' or 'global load (cp.async)'."""
    sums: dict[str, Total] = {}
    for access in (access for kernel in kernels for access in kernel.accesses):
        sums[access.what] = sums.get(access.what, Total(access.scope)) + Total.of(access)
    return sums


def traffic(kernels: Iterable[KernelAccesses]) -> dict[str, float]:
    """Bytes that all loads and stores move, by memory; without one that is not wholly analysed.

    What the tensor memory accelerator stores to shared memory it loads from global memory.
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
    """The profiler's counters that accesses as in TIR do not give, each with the reason."""
    accesses = [one for kernel in kernels if not kernel.counted for one in kernel.accesses]
    found: dict[str, str] = {}
    for name in COUNTED:
        unknown = [one for one, count in quantities(name, accesses) if count is None]
        if unknown:
            found[name] = "; ".join(
                dict.fromkeys(f"line {one.line}: {one.note}" for one in unknown)
            )
    return found
