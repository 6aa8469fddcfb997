"""What memory instructions cost over a launch, and what a profiler would count of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from .shared_tiles import SharedTile

SHARED, GLOBAL = "shared", "global"


@dataclass(frozen=True)
class Cost:
    """Totals over a launch; None where it is not known.

    A request is a warp's instruction with an active lane. `taken` are wavefronts of shared memory
    or sectors (32 bytes) of global; `least` what the same lanes would take if no two of a group met
    in a bank, or if their bytes lay together. `bytes` is what lanes move, broadcasts counted for
    each.
    """

    requests: int | None
    taken: int | None = None
    least: int | None = None
    bytes: int | None = None

    @property
    def conflicts(self) -> int | None:
        """What is taken beyond the least; of wavefronts, bank conflicts."""
        if self.taken is None or self.least is None:
            return None
        return self.taken - self.least

    def record(self, scope: str) -> dict[str, int | None]:
        """For JSON: None for wavefronts of global memory and sectors of shared memory."""
        record: dict[str, int | None] = {"requests": self.requests}
        for memory, quantity in ((SHARED, "wavefronts"), (GLOBAL, "sectors")):
            here = scope == memory
            record[quantity] = self.taken if here else None
            record[f"least_{quantity}"] = self.least if here else None
        return record | {"bytes": self.bytes}


NOTHING = Cost(0, 0, 0, 0)


def added(costs: Iterable[Cost]) -> Cost:
    """The sum; what is not known of one is not known of it."""
    every = [(one.requests, one.taken, one.least, one.bytes) for one in costs]
    sums = (None if None in column else sum(column) for column in zip(*every, strict=True))
    return Cost(*sums) if every else NOTHING


@dataclass(frozen=True)
class WarpRequest:
    """What one warp asks for with an instruction, for the requests that take as much.

    `taken` and `least` are wavefronts or sectors of the one request; `often` counts the launch's.
    `address` has a byte for each lane, of shared memory or in the array, None where a lane asks for
    nothing; `width` bytes a lane. `wavefront` says when each word of a lane is served, from 0; it
    is empty for global memory.
    """

    taken: int
    least: int
    often: int
    block: tuple[int, int, int]
    warp: int
    address: tuple[int | None, ...]
    width: int
    wavefront: tuple[tuple[int, ...], ...] = ()


# Modifiers of an opcode that tell its width in bytes; of an ldmatrix, how many matrices.
_WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16, "256": 32, "2": 4, "4": 4}


@dataclass(frozen=True)
class InstructionCount:
    """What a memory instruction does to shared or to global memory, over the whole launch.

    A cp.async is two: its load from global memory and its store to shared memory. `issued` counts
    warps that issue it, those counted whose lanes are all off. `array` is the one of global memory
    that its lanes touch, '' where they touch several; `reach` the lowest byte of shared memory that
    they touch and the first behind the highest. `at` is its place in the kernel's code, `warps` has
    a request for every number of wavefronts or sectors that one takes.
    """

    line: int | None
    instruction: str
    opcode: str
    scope: str
    issued: int
    cost: Cost
    array: str = ""
    reach: tuple[int, int] | None = None
    at: int = -1
    warps: tuple[WarpRequest, ...] = ()

    @property
    def padding(self) -> bool:
        """Whether it never does anything: ptxas writes such loads ahead of cp.async."""
        return self.instruction.startswith("@!PT")

    @property
    def _sizes(self) -> list[str]:
        name = next(word for word in self.instruction.split() if word[0] != "@")
        return [part for part in name.split(".")[1:] if part in _WIDTHS]

    @property
    def width(self) -> int:
        """Bytes a lane moves; of an ldmatrix, the row that it names."""
        return 16 if self.opcode == "LDSM" else max([_WIDTHS[one] for one in self._sizes] or [4])

    @property
    def name(self) -> str:
        """The opcode with its width: 'LDS.128', 'LDSM.4' for four matrices."""
        return ".".join([self.opcode, *self._sizes])

    def record(self) -> dict[str, Any]:
        """For JSON; 0 wavefronts or sectors of memory that it does not touch."""
        here = {SHARED: "wavefronts", GLOBAL: "sectors"}[self.scope]
        return {
            "line": self.line,
            "instruction": self.instruction,
            "opcode": self.opcode,
            "scope": self.scope,
            "array": self.array,
            "issued": self.issued,
            "requests": self.cost.requests,
            **{name: self.cost.taken if name == here else 0 for name in ("wavefronts", "sectors")},
            "least": self.cost.least,
            "conflicts": self.cost.conflicts if self.scope == SHARED else 0,
            "bytes": self.cost.bytes,
        }


@dataclass(frozen=True)
class LaunchCounts:
    """The memory instructions that a launch issues, in the order of the code.

    `exact` unless blocks that may differ were not all run; `reason` says why the counts hold for
    all; `by_data` are the texts of loads whose data decide what others cost. `issued` counts, for
    every instruction of the kernel, the warps that issue it. `passes` says which passes of loops
    were multiplied in place of being run, and why they may be; `tiles` where operands of wgmma and
    boxes of TMA lie in shared memory, `untold` why some are missing.
    """

    kernel: str
    instructions: tuple[InstructionCount, ...]
    exact: bool
    reason: str
    by_data: tuple[str, ...] = ()
    issued: tuple[int, ...] = ()
    passes: tuple[str, ...] = ()
    tiles: tuple[SharedTile, ...] = ()
    untold: str = ""

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "kernel": self.kernel,
            "instructions": [one.record() for one in self.instructions],
            "exact": self.exact,
            "reason": self.reason,
            "by_data": self.by_data,
            "passes": self.passes,
        }


def instructions(launches: Iterable[LaunchCounts]) -> list[InstructionCount]:
    """Those of all launches."""
    return [one for launch in launches for one in launch.instructions]


# --- a profiler's counters ------------------------------------------------------------------------

# What Nsight Compute's counters sum up, by our names of them (timing.counters.METRICS): of which
# memory, which instructions, what. Of shared memory it counts instructions issued, those with all
# lanes off included; an ldmatrix is none of them, but its wavefronts are those of loads. cp.async
# is a load on its global side (an H200 counts it so) and no store on its shared side.
ISSUED = "issued"
COUNTED: dict[str, tuple[str, tuple[str, ...], str]] = {
    "shared_load_requests": (SHARED, ("LDS",), ISSUED),
    "shared_load_wavefronts": (SHARED, ("LDS", "LDSM"), "taken"),
    "shared_load_conflicts": (SHARED, ("LDS", "LDSM"), "conflicts"),
    "shared_store_requests": (SHARED, ("STS",), ISSUED),
    "shared_store_wavefronts": (SHARED, ("STS",), "taken"),
    "shared_store_conflicts": (SHARED, ("STS",), "conflicts"),
    "global_load_requests": (GLOBAL, ("LDG", "LDGSTS"), "requests"),
    "global_load_sectors": (GLOBAL, ("LDG", "LDGSTS"), "taken"),
    "global_store_requests": (GLOBAL, ("STG",), "requests"),
    "global_store_sectors": (GLOBAL, ("STG",), "taken"),
    "async_copy_requests": (GLOBAL, ("LDGSTS",), "requests"),
    "async_copy_sectors": (GLOBAL, ("LDGSTS",), "taken"),
    "async_copy_wavefronts": (SHARED, ("LDGSTS",), "taken"),
}


class Part(Protocol):
    """What a profiler counts: an instruction, or an access of TIR, of which less may be known."""

    @property
    def opcode(self) -> str: ...
    @property
    def scope(self) -> str: ...
    @property
    def issued(self) -> int | None: ...
    @property
    def cost(self) -> Cost: ...


def quantities(name: str, parts: Iterable[Part]) -> Iterator[tuple[Part, int | None]]:
    """The parts that a counter sums up, each with what it adds."""
    scope, opcodes, quantity = COUNTED[name]
    for one in parts:
        if one.scope == scope and one.opcode in opcodes:
            yield one, one.issued if quantity == ISSUED else getattr(one.cost, quantity)


def counters(parts: Iterable[Part]) -> dict[str, int]:
    """What a profiler would count, by name; without what is not known of every part."""
    every = list(parts)
    sums = {name: [count for _, count in quantities(name, every)] for name in COUNTED}
    return {name: sum(counts) for name, counts in sums.items() if None not in counts}
