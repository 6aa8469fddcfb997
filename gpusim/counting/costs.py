"""Costs of memory instructions over a launch, and the profiler counters they add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from ..chips import WARP
from ..columns import CUT, FIRST, LEFT_OUT, Column, Entry, Hidden
from ..findings import DependsOnData
from ..state.execution import Execution
from ..state.registers import Mask
from .shared_tiles import SharedTile
from .wavefronts import distinct_banks

SHARED, GLOBAL = "shared", "global"


@dataclass(frozen=True)
class Cost:
    """Totals over a launch; None if unknown.

    A request is a warp's memory instruction with at least one active lane. `taken` counts
    wavefronts (shared) or sectors of 32 bytes (global); `least` what the same lanes would take
    without bank conflicts, or with contiguous bytes. `bytes` is the number of bytes that all lanes
    move.
    """

    requests: int | None
    taken: int | None = None
    least: int | None = None
    bytes: int | None = None

    @property
    def conflicts(self) -> int | None:
        """Excess over `least`; for wavefronts, bank conflicts."""
        if self.taken is None or self.least is None:
            return None
        return self.taken - self.least


NOTHING = Cost(0, 0, 0, 0)


def added(costs: Iterable[Cost]) -> Cost:
    """The sum; a field that is unknown in any cost is unknown in the sum."""
    every = [(cost.requests, cost.taken, cost.least, cost.bytes) for cost in costs]
    totals = (None if None in column else sum(column) for column in zip(*every, strict=True))
    return Cost(*totals) if every else NOTHING


@dataclass(frozen=True)
class WarpRequest:
    """One warp's request, representative of all requests with the same cost.

    `taken` and `least` are wavefronts or sectors of the one request; `often` is its number of
    occurrences. `address` has a byte offset per lane (in shared memory or in the array), None for
    inactive lanes; `width` is bytes per lane. `wavefront` numbers the wavefront of each word of a
    lane, from 0; empty for global memory.
    """

    taken: int
    least: int
    often: int
    block: tuple[int, int, int]
    warp: int
    address: tuple[int | None, ...]
    width: int
    wavefront: tuple[tuple[int, ...], ...] = ()


# Width modifiers in bytes; for an ldmatrix, the number of matrices.
_WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16, "256": 32, "2": 4, "4": 4}


@dataclass(frozen=True)
class InstructionCount:
    """Cost of one memory instruction in shared or in global memory, over the whole launch.

    A cp.async has two: its global load and its shared store. `issued` counts issuing warps,
    including those without active lanes. `array` is the global array that it accesses, '' if there
    are several; `reach` the range of shared memory (first byte, one past the last). `at` is the
    instruction's index; `warps` has one request for each number of wavefronts or sectors. For
    global memory, `wavefronts` and `conflicts` are 0; for shared memory, `sectors` is 0.
    """

    line: int | None
    instruction: Annotated[str, Column("instruction", narrow=CUT)]
    opcode: str
    scope: str
    issued: Annotated[int, Column("issued", narrow=LEFT_OUT)]
    cost: Hidden[Cost]
    array: str = ""
    reach: Hidden[tuple[int, int] | None] = None
    at: Hidden[int] = -1
    warps: Hidden[tuple[WarpRequest, ...]] = ()

    place = Column("line", of=lambda it: it.line or "?", after=FIRST)
    requests = Entry(int, lambda it: it.cost.requests or 0, Column("requests"))
    wavefronts = Entry(int, lambda it: it.shared_wavefronts or 0)
    sectors = Entry(int, lambda it: it.global_sectors or 0)
    shared_wavefronts = Column(
        "wavefronts", of=lambda it: it.cost.taken if it.scope == SHARED else None
    )
    global_sectors = Column("sectors", of=lambda it: it.cost.taken if it.scope == GLOBAL else None)
    least = Entry(int, lambda it: it.cost.least or 0, Column("least"))
    conflicts = Entry(int, lambda it: it.shared_conflicts or 0)
    shared_conflicts = Column(
        "conflicts", of=lambda it: it.cost.conflicts if it.scope == SHARED else None
    )
    bytes = Entry(int, lambda it: it.cost.bytes or 0)

    @property
    def padding(self) -> bool:
        """Whether the instruction never executes: ptxas emits such loads before cp.async."""
        return self.instruction.startswith("@!PT")

    @property
    def _sizes(self) -> list[str]:
        name = next(word for word in self.instruction.split() if word[0] != "@")
        return [part for part in name.split(".")[1:] if part in _WIDTHS]

    @property
    def width(self) -> int:
        """Bytes per lane; for an ldmatrix, of the row that a lane addresses."""
        return 16 if self.opcode == "LDSM" else max([_WIDTHS[size] for size in self._sizes] or [4])

    @property
    def name(self) -> str:
        """The opcode with its width: 'LDS.128', 'LDSM.4' for four matrices."""
        return ".".join([self.opcode, *self._sizes])


@dataclass(frozen=True)
class LaunchCounts:
    """Memory instructions that a launch issues, in code order.

    `exact` is False if blocks that may differ were sampled; `reason` says why the executed blocks
    represent all. `by_data` are loads whose data determine other costs. `issued` counts issuing
    warps of every instruction. `passes` describes extrapolated loop iterations and why that is
    exact. `tiles` are the shared-memory layouts of wgmma operands and TMA boxes; `unknown_tiles`
    says why some are missing. `copied` is the number of bytes that the TMA copies, by instruction.
    `bounds` is the largest error of each profiler counter, empty if `exact`.
    """

    kernel: str
    instructions: tuple[InstructionCount, ...]
    exact: bool
    reason: str
    by_data: tuple[str, ...] = ()
    issued: Hidden[tuple[int, ...]] = ()
    passes: tuple[str, ...] = ()
    tiles: Hidden[tuple[SharedTile, ...]] = ()
    unknown_tiles: Hidden[str] = ""
    copied: Hidden[Mapping[int, int]] = field(default_factory=dict)
    bounds: Hidden[Mapping[str, int]] = field(default_factory=dict)


def instructions(launches: Iterable[LaunchCounts]) -> list[InstructionCount]:
    """All instructions of all launches."""
    return [instruction for launch in launches for instruction in launch.instructions]


# --- counting ---------------------------------------------------------------------------------

# (instruction, whether shared memory).
Key = tuple[int, bool]
# First columns: requests, wavefronts or sectors, the least of them, bytes of the lanes.
SUMS = 4
# Then a histogram of wavefronts or sectors per request: at most one per lane, since only lanes of a
# quarter warp conflict in 128-bit accesses.
WIDTH = SUMS + WARP + 1
# Offset that keeps relative addresses positive.
FAR = 1 << 40


def rows_by_warp(
    execution: Execution, relative: np.ndarray, mask: Mask
) -> tuple[np.ndarray, np.ndarray]:
    """Addresses of active lanes plus FAR, and which lanes are active, of shape (warps, 32)."""
    active = execution.active(mask)
    everywhere = np.zeros(execution.threads, np.int64)
    everywhere[active] = relative + FAR
    return everywhere.reshape(-1, WARP), active.reshape(-1, WARP)


class MemoryCounters:
    """Costs of an interpreter's memory requests.

    `totals` by instruction and memory; `reach` is the accessed range (first byte, one past the
    last); `samples` the first warp by instruction and cost, with addresses in memory and without
    how often it occurs.
    """

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self.totals: dict[Key, np.ndarray] = {}
        self.reach: dict[Key, tuple[int, int]] = {}
        self.samples: dict[Key, dict[int, WarpRequest]] = {}
        self._counted_before: dict[tuple, tuple[np.ndarray, int, int]] = {}

    def add(
        self, addresses: np.ndarray, mask: Mask, width: int, count: Callable, *, shared: bool
    ) -> None:
        """Count one request per warp.

        `count` takes addresses and a mask of shape (warps, 32) and the width. Costs are cached by
        addresses relative to a multiple of 128 bytes.
        """
        execution, key = self._execution, (self._execution.at, shared)
        if execution.repetitions and addresses.size:
            execution.repetitions.request(key, addresses, mask, width)
        if execution.options.recorder:
            # The recorder stores the requests themselves.
            execution.options.recorder.access(
                execution, addresses, mask, width, count, shared=shared
            )
            return
        if not addresses.size:
            return
        base = int(addresses[0])
        base -= base % 128
        relative = addresses - base
        known = (*key, relative.tobytes(), None if mask is None else mask.tobytes())
        if known not in self._counted_before:
            self._counted_before[known] = self._counted(key, base, relative, mask, width, count)
        counted, first, last = self._counted_before[known]
        if key not in self.totals:
            self.totals[key] = np.zeros(WIDTH, np.int64)
            self.reach[key] = base + first, base + last
        self.totals[key] += counted
        low, high = self.reach[key]
        self.reach[key] = min(low, base + first), max(high, base + last)

    def add_box(self, size: int) -> None:
        """Count a copy of the tensor memory accelerator: its bytes in global memory."""
        totals = self.totals.setdefault((self._execution.at, False), np.zeros(WIDTH, np.int64))
        totals[:SUMS] += 1, 0, 0, size

    def _counted(
        self, key: Key, base: int, relative: np.ndarray, mask: Mask, width: int, count: Callable
    ) -> tuple[np.ndarray, int, int]:
        """Counters of a request pattern, and the range of bytes it accesses relative to `base`."""
        execution = self._execution
        everywhere, active = rows_by_warp(execution, relative, mask)
        shifted = execution.at in execution.options.row_shifted
        if shifted and not distinct_banks(everywhere, active, width).all():
            raise DependsOnData
        taken, least = count(everywhere, active, width)
        asks = active.any(axis=1)
        counters = np.zeros(WIDTH, np.int64)
        counters[:SUMS] = asks.sum(), taken.sum(), least.sum(), relative.size * width
        counters[SUMS:] = np.bincount(taken[asks], minlength=WARP + 1)
        samples = self.samples.setdefault(key, {})
        for value in set(taken[asks].tolist()) - samples.keys():
            warp = int(np.argmax(asks & (taken == value)))
            reached = (everywhere[warp] - FAR + base).tolist()
            block, of_block = divmod(warp, execution.threads_per_block // WARP)
            samples[value] = WarpRequest(
                taken=value,
                least=int(least[warp]),
                often=0,
                block=execution.blocks[block],
                warp=of_block,
                address=tuple(
                    byte if on else None for byte, on in zip(reached, active[warp], strict=True)
                ),
                width=width,
            )
        return counters, int(relative.min()), int(relative.max()) + width


# --- Profiler counters ------------------------------------------------------------------------

# Nsight Compute counters by our names (timing.counters.METRICS): memory, opcodes, quantity. For
# shared memory it counts issued instructions, also without active lanes; ldmatrix counts as load
# wavefronts only. cp.async is a load on its global side (as an H200 counts it) and no store on its
# shared side.
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


def counters(counted: Iterable[Any]) -> dict[str, int]:
    """Profiler counters by name, of InstructionCounts or of anything with their fields."""
    every = list(counted)
    return {
        name: sum(
            each.issued if quantity == ISSUED else getattr(each.cost, quantity)
            for each in every
            if each.scope == scope and each.opcode in opcodes
        )
        for name, (scope, opcodes, quantity) in COUNTED.items()
    }
