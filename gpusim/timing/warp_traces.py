"""Recorded traces: each warp's execution path, and the memory its accesses touch."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..chips import WARP
from ..counting.costs import FAR, rows_by_warp
from ..counting.wavefronts import SECTOR, shared_wavefronts
from ..dataflow.provenance import LINE
from ..launch import TensorMap
from ..state.execution import Execution, Skip
from ..state.registers import Mask

# (block, mbarrier column, phase number).
Phase = tuple[int, int, int]
# (number of a line of global memory, mask of its sectors).
Lines = tuple[tuple[int, int], ...]


# Tags that L1 looks up per cycle (`pipe.ldg_l1`).
LINES_A_PASS = 4


@dataclass(frozen=True)
class Request:
    """One warp's global access: lines, bytes requested by all lanes, and L1 bank cycles."""

    lines: Lines = ()
    bytes: int = 0
    banks: int = 1

    @cached_property
    def passes(self) -> int:
        """L1 cycles: four tags per cycle, and its bank conflicts."""
        return max(1, self.banks, -(-len(self.lines) // LINES_A_PASS))

    def moved(self, lines: int) -> Request:
        """The same request shifted by a number of lines."""
        moved = tuple((line + lines, mask) for line, mask in self.lines)
        return Request(moved, self.bytes, self.banks)


NOTHING = Request()


def whole(lines: Lines) -> Request:
    """A request for all bytes of the sectors of `lines`."""
    return Request(lines, SECTOR * sum(mask.bit_count() for _, mask in lines))


class Row(NamedTuple):
    """Requests of an instruction by warp, each shifted by `move` lines."""

    of: Sequence[Request]
    move: int = 0

    def moved(self) -> list[Request]:
        """The shifted requests."""
        return [request.moved(self.move) for request in self.of] if self.move else list(self.of)


class Loop(NamedTuple):
    """A loop of which not all iterations were recorded.

    `number` of the loop; `start` in the warp's stream; `segments` of the run per iteration; `times`
    it repeats; `first` and `before` are the first segments of the recorded and the preceding
    iterations.
    """

    number: int
    start: int
    segments: int
    times: int
    first: int
    before: int


@dataclass
class Stream:
    """One warp's execution trace: (segment index, first instruction, one past the last), in order.

    `loops` are those that end before the segment at an index, innermost first.
    """

    segments: list[tuple[int, int, int]] = field(default_factory=list)
    loops: dict[int, list[Loop]] = field(default_factory=dict)

    def close(self, number: int, skip: Skip) -> None:
        """Add a loop that was extrapolated."""
        order = [ordinal for ordinal, _, _ in self.segments]
        start, end = (
            bisect_left(order, segment)
            for segment in (skip.segments - skip.repeated, skip.segments)
        )
        if start < end:
            first, before = order[start], order[self._before(start, end)]
            loop = Loop(number, start, skip.repeated, skip.times, first, before)
            self.loops.setdefault(end, []).append(loop)

    def _before(self, start: int, end: int) -> int:
        """Start of the preceding iterations: they begin with the same instruction.

        Their length may differ, since loops within them may have been extrapolated.
        """
        head = self.segments[start][1]
        wanted = sum(first == head for _, first, _ in self.segments[start:end])
        segment = start
        while wanted and segment:
            segment -= 1
            wanted -= self.segments[segment][1] == head
        return segment


class Recorder:
    """Passed to an interpreter; records what the timing model needs.

    `requests` (global) and `wavefronts` (shared) are by segment and instruction, one entry per
    warp; likewise `least`, conflict-free wavefronts and distinct bytes. `arrivals` at mbarriers and
    TMA `boxes` (phase, None for stores; lines, and their shift) are also by warp, as are `barriers`
    (number, and threads that it counts; 0 for the whole block). Blocks of a cluster are assumed to
    be alike: what arrives from others arrives when the block's own requests do.
    """

    def __init__(self) -> None:
        self.requests: dict[tuple[int, int], Row] = {}
        self.wavefronts: dict[tuple[int, int], Sequence[int]] = {}
        self.least: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}
        self.arrivals: dict[tuple[int, int, int], list[Phase]] = {}
        self.boxes: dict[tuple[int, int, int], list[tuple[Phase | None, Lines, int]]] = {}
        self.waits: dict[tuple[int, int, int], Phase] = {}
        self.barriers: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._known: dict[tuple, list[Any]] = {}

    def access(
        self,
        execution: Execution,
        addresses: np.ndarray,
        mask: Mask,
        width: int,
        count: Callable,
        *,
        shared: bool,
    ) -> None:
        """A request of each warp; `count` as in `MemoryCounters.add`."""
        into = self.wavefronts if shared else self.requests
        place = len(execution.trace), execution.at
        if not addresses.size:
            if shared:
                into[place] = [0] * execution.warps
                self.least[place] = [(0, 0)] * execution.warps
            else:
                into[place] = Row([NOTHING] * execution.warps)
            return
        base = int(addresses[0]) // LINE * LINE
        relative = addresses - base
        key = execution.at, shared, relative.tobytes(), None if mask is None else mask.tobytes()
        known = self._known.get(key)
        if known is None:
            rows = rows_by_warp(execution, relative, mask)
            if shared:
                taken, least = (each.tolist() for each in count(*rows, width))
                sizes = (_distinct(np.where(*rows[::-1], -1)).sum(axis=1) * width).tolist()
                known = [taken, list(zip(least, sizes, strict=True))]
            else:
                banks, _ = shared_wavefronts(*rows, width, store=True)
                known = _requests(*rows, banks.tolist(), width)
            self._known[key] = known
        if shared:
            into[place], self.least[place] = known
        else:
            into[place] = Row(known, (base - FAR) // LINE)

    def barrier(
        self, execution: Execution, taken: np.ndarray, numbers: np.ndarray, threads: np.ndarray
    ) -> None:
        """Record the barrier that each warp reaches, whose segment is already in the trace."""
        segment, at = len(execution.trace) - 1, execution.at
        warps, first = np.unique(np.flatnonzero(taken) // WARP, return_index=True)
        lanes = np.flatnonzero(taken)[first]
        named = zip(numbers[lanes].tolist(), threads[lanes].tolist(), strict=True)
        for warp, barrier in zip(warps.tolist(), named, strict=True):
            self.barriers[segment, at, warp] = barrier

    def wait(self, execution: Execution, warp: int, phase: Phase) -> None:
        """Record that a warp passed an mbarrier wait, whose segment is already in the trace."""
        self.waits[len(execution.trace) - 1, execution.at, warp] = phase

    def arrive(self, execution: Execution, lane: int, phase: Phase) -> None:
        """Record that a thread arrives at an mbarrier."""
        if execution.block_of[lane] != phase[0]:
            return
        place = len(execution.trace), execution.at, lane // WARP
        self.arrivals.setdefault(place, []).append(phase)

    def box(
        self,
        execution: Execution,
        lane: int,
        phase: Phase | None,
        tensor: TensorMap,
        coordinates: Sequence[int],
    ) -> None:
        """Record that a warp requests a TMA transfer."""
        if phase and execution.block_of[lane] != phase[0]:
            return
        place = len(execution.trace), execution.at, lane // WARP
        lines, move = _box_lines(tensor, coordinates, execution.memory.address(tensor.argument))
        self.boxes.setdefault(place, []).append((phase, lines, move))


def _requests(
    addresses: np.ndarray, active: np.ndarray, banks: Sequence[int], width: int
) -> list[Request]:
    """Lines with sectors that each warp touches, and the distinct bytes of its lanes."""
    offsets = np.where(active, addresses, -1)
    bytes_ = _distinct(offsets).sum(axis=1) * width
    last = np.where(active, (addresses + width - 1) // SECTOR, -1)
    touched = np.concatenate([np.where(active, addresses // SECTOR, -1), last], axis=1)
    warps, places = np.nonzero(_distinct(touched))
    if not len(warps):
        return [NOTHING] * len(offsets)
    lines, bits = np.divmod(touched[warps, places], LINE // SECTOR)
    new = np.ones(len(lines), bool)
    new[1:] = (np.diff(lines) != 0) | (np.diff(warps) != 0)
    first = np.flatnonzero(new)
    masks = np.bitwise_or.reduceat(1 << bits, first).tolist()
    pairs = list(zip(lines[first].tolist(), masks, strict=True))
    ends = np.searchsorted(warps[first], np.arange(len(offsets) + 1)).tolist()
    return [
        Request(tuple(pairs[start:end]), size, bank)
        for start, end, size, bank in zip(ends, ends[1:], bytes_.tolist(), banks, strict=False)
    ]


def _distinct(rows: np.ndarray) -> np.ndarray:
    """Sort each row in place; returns a mask of the first occurrence of each non-negative value."""
    rows.sort(axis=1)
    new = rows >= 0
    new[:, 1:] &= np.diff(rows, axis=1) != 0
    return new


def _with_sectors(touched: np.ndarray) -> Lines:
    """Sorted sectors as lines with sector masks."""
    lines, first = np.unique(touched // (LINE // SECTOR), return_index=True)
    masks = np.bitwise_or.reduceat(1 << touched % (LINE // SECTOR), first)
    return tuple(zip(lines.tolist(), masks.tolist(), strict=True))


def _box_lines(tensor: TensorMap, coordinates: Sequence[int], base: int) -> tuple[Lines, int]:
    """Lines of a box within its array, and their shift; rows outside are dropped."""
    first, *others = (
        coordinate - (1 << 32) if coordinate >> 31 else coordinate for coordinate in coordinates
    )
    begin = max(0, first) * tensor.itemsize // SECTOR
    end = -(-min(tensor.shape[0], first + tensor.box[0]) * tensor.itemsize // SECTOR)
    start, rows = base + begin * SECTOR, []
    axes = zip(tensor.strides, tensor.box[1:], others, tensor.shape[1:], strict=True)
    for stride, extent, first, size in axes:
        lowest = max(0, first)
        start += lowest * stride
        rows.append((stride, max(0, min(size, first + extent) - lowest)))
    return _rows_of_lines(start % LINE, max(0, end - begin), tuple(rows)), start // LINE


@lru_cache(maxsize=1024)
def _rows_of_lines(start: int, sectors: int, rows: tuple[tuple[int, int], ...]) -> Lines:
    """Lines of rows of `sectors` sectors, for each axis (stride, count)."""
    starts = np.full((1,), start, np.int64)
    for stride, count in rows:
        starts = (starts[:, None] + np.arange(count) * stride).ravel()
    touched = np.unique((starts[:, None] + np.arange(sectors) * SECTOR) // SECTOR)
    return _with_sectors(touched) if touched.size else ()


def streams(execution: Execution, warps: int) -> list[Stream]:
    """Streams of the first `warps` warps; a repeated mbarrier wait appears once."""
    waits = {
        code.at for code in execution.program.codes if code.base == "SYNCS" and code.has("TRYWAIT")
    }
    every = [Stream() for _ in range(warps)]
    for ordinal, (start, end, group) in enumerate(execution.trace.warps()):
        for warp in group[group < warps].tolist():
            segments = every[warp].segments
            if segments and start in waits and segments[-1][2] == start + 1:
                before, begun, _ = segments.pop()
                if begun < start:
                    segments.append((before, begun, start))
            segments.append((ordinal, start, end))
    for stream in every:
        for number, skip in enumerate(execution.skips):
            stream.close(number, skip)
    return every
