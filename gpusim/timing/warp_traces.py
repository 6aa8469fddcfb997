"""What the warps of some blocks do, in order: the ways they take and what their accesses move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..chips import WARP
from ..counting.wavefronts import SECTOR, shared_wavefronts
from ..dataflow.values import LINE
from ..state.registers import Mask

if TYPE_CHECKING:
    from ..counting.loop_extrapolation import Skip
    from ..functional.interpreter import Machine
    from ..launch import TensorMap

# An mbarrier of a block in one of its phases.
Phase = tuple[int, int, int]
# A line of global memory, by its number, and a bit for each of its sectors.
Lines = tuple[tuple[int, int], ...]


# Far from zero, so that no place within a warp is negative.
_FAR = 1 << 40


@dataclass(frozen=True)
class Request:
    """What one warp's access to global memory touches: lines, bytes that its lanes name, and the
    passes that their banks in L1 take, which are those of shared memory."""

    lines: Lines = ()
    bytes: int = 0
    banks: int = 1

    def moved(self, lines: int) -> Request:
        """The same so many lines further on."""
        moved = tuple((line + lines, mask) for line, mask in self.lines)
        return Request(moved, self.bytes, self.banks)


NOTHING = Request()


def whole(lines: Lines) -> Request:
    """All bytes of the sectors of lines."""
    return Request(lines, SECTOR * sum(mask.bit_count() for _, mask in lines))


class Row(NamedTuple):
    """Requests of an instruction's warps, each `move` lines further on than it says."""

    of: Sequence[Request]
    move: int = 0

    def moved(self) -> list[Request]:
        """The requests where they are."""
        return [one.moved(self.move) for one in self.of] if self.move else list(self.of)


class Loop(NamedTuple):
    """Passes of which not all were recorded: `number` of the loop, where in a warp's stream they
    begin, how many segments of the run they have, how many times more they come; `first` and
    `before` are the segments of the run with which they and as many passes before them begin."""

    number: int
    start: int
    segments: int
    times: int
    first: int
    before: int


@dataclass
class Stream:
    """One warp's way: (index of the segment, first instruction, one past the last), in order.

    `loops` are those whose passes end before the segment at an index, the inner ones first.
    """

    segments: list[tuple[int, int, int]] = field(default_factory=list)
    loops: dict[int, list[Loop]] = field(default_factory=dict)

    def close(self, number: int, skip: Skip) -> None:
        """Note a loop that the recorded run cut short."""
        order = [ordinal for ordinal, _, _ in self.segments]
        start, end = (
            bisect_left(order, at) for at in (skip.segments - skip.repeated, skip.segments)
        )
        if start < end:
            first, before = order[start], order[self._before(start, end)]
            loop = Loop(number, start, skip.repeated, skip.times, first, before)
            self.loops.setdefault(end, []).append(loop)

    def _before(self, start: int, end: int) -> int:
        """Where as many passes before those from `start` to `end` begin: with the same instruction.

        They need not be as long, as loops within them may have been cut short.
        """
        head = self.segments[start][1]
        wanted = sum(first == head for _, first, _ in self.segments[start:end])
        at = start
        while wanted and at:
            at -= 1
            wanted -= self.segments[at][1] == head
        return at


class Recorder:
    """Handed to a Machine, keeps what a model of time asks for.

    `requests` for global memory and `wavefronts` of shared memory are by segment and instruction,
    one entry a warp, and beside those `named` the bytes that all lanes name, and of shared memory
    `least`, the wavefronts without conflicts and the distinct bytes; `arrivals` at mbarriers and
    `boxes` that TMA moves by those and the warp, stores without a phase. Blocks of a cluster are
    alike: what comes from the others comes when one's own goes to them.
    """

    def __init__(self) -> None:
        self.requests: dict[tuple[int, int], Row] = {}
        self.wavefronts: dict[tuple[int, int], Sequence[int]] = {}
        self.least: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}
        self.named: dict[tuple[int, int], Sequence[int]] = {}
        self.arrivals: dict[tuple[int, int, int], list[Phase]] = {}
        self.boxes: dict[tuple[int, int, int], list[tuple[Phase | None, Lines]]] = {}
        self.waits: dict[tuple[int, int, int], Phase] = {}
        self._known: dict[tuple, list[Any]] = {}

    def access(
        self,
        machine: Machine,
        addresses: np.ndarray,
        mask: Mask,
        width: int,
        count: Callable,
        *,
        shared: bool,
    ) -> None:
        """A request of each warp, whose wavefronts or sectors `count` tells as for `tally`."""
        into = self.wavefronts if shared else self.requests
        place = len(machine.ways), machine.at
        if not addresses.size:
            self.named[place] = [0] * machine.warps
            if shared:
                into[place] = [0] * machine.warps
                self.least[place] = [(0, 0)] * machine.warps
            else:
                into[place] = Row([NOTHING] * machine.warps)
            return
        base = int(addresses[0]) // LINE * LINE
        relative = addresses - base
        key = machine.at, shared, relative.tobytes(), None if mask is None else mask.tobytes()
        known = self._known.get(key)
        if known is None:
            active = machine.active(mask)
            everywhere = np.zeros(machine.threads, np.int64)
            everywhere[active] = relative + _FAR
            rows = everywhere.reshape(-1, WARP), active.reshape(-1, WARP)
            named = (rows[1].sum(axis=1) * width).tolist()
            if shared:
                taken, least = (each.tolist() for each in count(*rows, width))
                sizes = [len(np.unique(at[on])) * width for at, on in zip(*rows, strict=True)]
                known = [taken, list(zip(least, sizes, strict=True)), named]
            else:
                banks, _ = shared_wavefronts(*rows, width, store=True)
                known = [
                    [_request(*row, width) for row in zip(*rows, banks.tolist(), strict=True)],
                    named,
                ]
            self._known[key] = known
        if shared:
            into[place], self.least[place], self.named[place] = known
        else:
            of, self.named[place] = known
            into[place] = Row(of, (base - _FAR) // LINE)

    def wait(self, machine: Machine, warp: int, phase: Phase) -> None:
        """A warp has passed a wait for an mbarrier, whose segment is noted already."""
        self.waits[len(machine.ways) - 1, machine.at, warp] = phase

    def arrive(self, machine: Machine, lane: int, phase: Phase) -> None:
        """A thread arrives at an mbarrier."""
        if machine.block_of[lane] != phase[0]:
            return
        place = len(machine.ways), machine.at, lane // WARP
        self.arrivals.setdefault(place, []).append(phase)

    def box(
        self,
        machine: Machine,
        lane: int,
        phase: Phase | None,
        tensor: TensorMap,
        at: Sequence[int],
    ) -> None:
        """A warp has TMA move a box of global memory."""
        if phase and machine.block_of[lane] != phase[0]:
            return
        place = len(machine.ways), machine.at, lane // WARP
        lines = _box_lines(tensor, at, machine.memory.address(tensor.argument))
        self.boxes.setdefault(place, []).append((phase, lines))


def _request(addresses: np.ndarray, active: np.ndarray, banks: int, width: int) -> Request:
    """The lines that a warp touches with their sectors, and the distinct bytes its lanes move."""
    at = np.unique(addresses[active])
    touched = np.unique(np.concatenate([at // SECTOR, (at + width - 1) // SECTOR]))
    return Request(_with_sectors(touched), len(at) * width, banks)


def _with_sectors(touched: np.ndarray) -> Lines:
    """Sectors in order as lines with theirs."""
    lines, first = np.unique(touched // (LINE // SECTOR), return_index=True)
    masks = np.bitwise_or.reduceat(1 << touched % (LINE // SECTOR), first)
    return tuple(zip(lines.tolist(), masks.tolist(), strict=True))


def _box_lines(tensor: TensorMap, at: Sequence[int], base: int) -> Lines:
    """The lines of a box within its array; rows outside of it are none."""
    first, *others = (one - (1 << 32) if one >> 31 else one for one in at)
    begin = max(0, first) * tensor.itemsize // SECTOR
    end = -(-min(tensor.shape[0], first + tensor.box[0]) * tensor.itemsize // SECTOR)
    start, rows = base + begin * SECTOR, []
    axes = zip(tensor.strides, tensor.box[1:], others, tensor.shape[1:], strict=True)
    for stride, extent, first, size in axes:
        lowest = max(0, first)
        start += lowest * stride
        rows.append((stride, max(0, min(size, first + extent) - lowest)))
    relative = _rows_of_lines(start % LINE, max(0, end - begin), tuple(rows))
    return tuple([(line + start // LINE, mask) for line, mask in relative])


@lru_cache(maxsize=1024)
def _rows_of_lines(start: int, sectors: int, rows: tuple[tuple[int, int], ...]) -> Lines:
    """The lines of rows of so many sectors, along each axis a stride apart and so many."""
    starts = np.full((1,), start, np.int64)
    for stride, count in rows:
        starts = (starts[:, None] + np.arange(count) * stride).ravel()
    touched = np.unique((starts[:, None] + np.arange(sectors) * SECTOR) // SECTOR)
    return _with_sectors(touched) if touched.size else ()


def streams(machine: Machine, warps: int) -> list[Stream]:
    """The ways of the first `warps` warps.

    Of a wait for an mbarrier that was taken up again only the last look stays.
    """
    waits = {
        code.at for code in machine.program.codes if code.base == "SYNCS" and code.has("TRYWAIT")
    }
    every = [Stream() for _ in range(warps)]
    for ordinal, (start, end, group) in enumerate(machine.ways.warps()):
        for warp in group[group < warps].tolist():
            ways = every[warp].segments
            if ways and start in waits and ways[-1][2] == start + 1:
                before, begun, _ = ways.pop()
                if begun < start:
                    ways.append((before, begun, start))
            ways.append((ordinal, start, end))
    for stream in every:
        for number, skip in enumerate(machine.skips):
            stream.close(number, skip)
    return every
