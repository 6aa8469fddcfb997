"""Happens-before relation by vector clocks, one clock per warp.

Vector clocks at warp granularity, after FastTrack (Flanagan, Freund: "FastTrack: Efficient and
Precise Dynamic Race Detection", PLDI 2009). A warp's clock advances at each release (barrier,
arrival); `known[w, v]` is the last clock of warp v that warp w has acquired. Each granule of memory
stores its last write (thread, clock, instruction) and, per warp, its last read. An access by
another warp is ordered if its clock is known. Within a warp, accesses of other threads are ordered
only by a warp-level synchronization (`bar.sync`, `__syncwarp`), since threads of a warp may
diverge; if only that order is missing, the finding is `warp-synchronous`.

An mbarrier is one more column of `known`: the phases that a warp has seen complete.

A lane's arrival at an mbarrier releases its own accesses, and of the other lanes of its warp what
precedes their last synchronization with it. So, of programs with mbarriers, `known` also has a
column for each lane. Another warp's access that is only ordered after some lane of the warp, not
after the lane that did it, is `warp-synchronous` too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter

from ..chips import WARP
from .release_acquire import Known, Released, latest

NOBODY, MANY = -1, -2
# Kinds of the last write. ATOMIC includes other strong writes; BLOCK_ATOMIC is strong only for
# threads of its block.
GENERIC, COPYING, BY_TMA, ATOMIC, BLOCK_ATOMIC = 0, 1, 2, 3, 4
BY_THREADS = GENERIC, ATOMIC, BLOCK_ATOMIC
# Values of `Shadow.fenced`: no proxy fence yet; none needed, written through the async proxy.
UNFENCED, THROUGH_PROXY = -1, -2
_MBARRIERS = 64


class PassedOn:
    """Clocks that threads of a warp have acquired (`new`), and that barriers pass on (`known`)."""

    def __init__(self) -> None:
        self.new: dict[int, Known] = {}
        self.known: dict[int, Known] = {}

    def join(self, warps: list[int]) -> None:
        """A barrier of these warps: each acquires what the others have acquired."""
        if not (self.new or self.known):
            return
        together: Known = {}
        for warp in warps:
            latest(together, self.new.pop(warp, {}))
            latest(together, self.known.get(warp, {}))
        self.known |= {warp: dict(together) for warp in warps if together}


class Clocks:
    """Vector clocks of the warps of each block (or cluster)."""

    def __init__(self, blocks: int, warps_per_block: int, *, by_lane: bool = False) -> None:
        self.warps = warps_per_block
        total = blocks * warps_per_block
        # `known` may also have one column per lane; they start at `first_lane`.
        self.by_lane, self.first_lane = by_lane, warps_per_block + _MBARRIERS
        self.clock = np.zeros(total, np.int64)
        # Each warp's clock when all of its lanes last synchronized.
        self.converged = np.zeros(total, np.int64)
        # Each warp's clock at its last instruction that all lanes execute together (mma, wgmma).
        self.aligned = np.zeros(total, np.int64)
        columns = self.first_lane + by_lane * warps_per_block * WARP
        self.known = np.full((total, columns), -1, np.int64)
        self.local = np.tile(np.arange(warps_per_block), blocks)
        # By warp, clocks acquired from any block.
        self.learnt: dict[int, Known] = {}
        # Released by sequentially consistent fences, and seen by strong reads.
        self.fences, self.reads = PassedOn(), PassedOn()
        # (lane, lane of the same warp): the last clock of the second that the first has acquired,
        # if part of a warp has ever synchronized.
        self.between: np.ndarray | None = None

    def lanes_known(self) -> np.ndarray:
        if self.between is None:
            self.between = np.full((len(self.clock) * WARP, WARP), -1, np.int64)
        return self.between

    def join(self, warps: np.ndarray) -> None:
        """A barrier of some warps of one block: each acquires what all of them know."""
        self._own(warps)
        if self.learnt:
            for warp in warps.tolist():
                for other in warps.tolist():
                    latest(self.learnt.setdefault(warp, {}), self.learnt.get(other, {}))
        for passed_on in (self.fences, self.reads):
            passed_on.join(warps.tolist())
        self.known[warps] = self.known[warps].max(axis=0)
        self.advance(warps)

    def _own(self, warps: np.ndarray) -> None:
        self.known[warps, self.local[warps]] = self.clock[warps]
        if self.by_lane:
            self.known[warps[:, None], self._lanes_of(warps)] = self.clock[warps][:, None]

    def _lanes_of(self, warps: np.ndarray) -> np.ndarray:
        """Columns of warps' lanes, shape (warps, 32)."""
        return self.first_lane + self.local[warps][:, None] * WARP + np.arange(WARP)

    def advance(self, warps: np.ndarray) -> None:
        """All lanes of these warps have synchronized."""
        self.clock[warps] += 1
        self.converged[warps] = self.clock[warps]

    def meet(self, lanes: np.ndarray) -> None:
        """Some lanes of one warp have synchronized."""
        between, warp = self.lanes_known(), lanes[0] // WARP
        known = between[lanes].max(axis=0)
        known[lanes % WARP] = self.clock[warp]
        between[lanes] = known
        self.clock[warp] += 1

    def unordered_lanes(self, lane: np.ndarray, other: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether lanes have not synchronized with others of their warps since a clock."""
        apart = clock >= self.converged[lane // WARP]
        if self.between is not None:
            apart &= clock > self.between[lane, other % WARP]
        return apart

    def known_lanes(self, lane: int) -> np.ndarray:
        """Clocks of the lanes of its warp that a lane knows, its own included."""
        known = np.full(WARP, -1) if self.between is None else self.between[lane].copy()
        known[lane % WARP] = self.clock[lane // WARP]
        return known

    def acquire_lanes(self, lanes: np.ndarray, known: np.ndarray) -> None:
        """Lanes of a warp acquire clocks of its lanes, unless all have synchronized since."""
        if (known >= self.converged[lanes[0] // WARP]).any():
            between = self.lanes_known()
            between[lanes] = np.maximum(between[lanes], known)

    def release(self, warp: int) -> np.ndarray:
        """The clock that a warp releases; its own clock advances."""
        self._own(np.array([warp]))
        self.clock[warp] += 1
        return self.known[warp].copy()

    def release_lane(self, lane: int) -> np.ndarray:
        """What one lane of a warp releases; the warp's clock advances."""
        warp = lane // WARP
        self.known[warp, self.local[warp]] = self.clock[warp]
        known = self.known[warp].copy()
        if self.by_lane:
            all_did = max(self.converged[warp], self.aligned[warp]) - 1
            start = self.first_lane + self.local[warp] * WARP
            known[start : start + WARP] = np.maximum(self.known_lanes(lane), all_did)
        self.clock[warp] += 1
        return known

    def align(self, warps: np.ndarray) -> None:
        """All lanes of these warps execute one instruction together."""
        if self.by_lane:
            self.clock[warps] += 1
            self.aligned[warps] = self.clock[warps]

    def acquire(self, warp: int, known: np.ndarray) -> None:
        np.maximum(self.known[warp], known, out=self.known[warp])

    def ordered(self, warp: np.ndarray, column: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether an operation of `column` at `clock` happened before the next one of `warp`."""
        return clock <= self.known[warp, column]

    def ordered_lane(
        self, warp: np.ndarray, column: np.ndarray, lane: np.ndarray, clock: np.ndarray
    ) -> np.ndarray:
        """The same for an operation of one lane (0 to 31) of the warp of `column`."""
        if not self.by_lane:
            return self.ordered(warp, column, clock)
        return clock <= self.known[warp, self.first_lane + column * WARP + lane % WARP]


class Shadow:
    """Per-granule state of a memory: last write, last reads, copies in flight.

    `readers` is the number of stored reads per granule; the checker defines what each column holds.
    """

    def __init__(self, granules: int, readers: int, written: bool = False) -> None:
        self.writer = np.full(granules, MANY if written else NOBODY, np.int32)
        self.written_at = np.full(granules, -1, np.int32)
        self.written_clock = np.full(granules, -1, np.int64)
        self.kind = np.zeros(granules, np.int8)
        # The writing warp's clock at the writer's first proxy fence since the write, if the kernel
        # has fences.
        self.fenced = np.full(granules, UNFENCED, np.int64)
        self.reader = np.full((granules, readers), NOBODY, np.int32)
        self.read_at = np.full((granules, readers), -1, np.int32)
        self.read_clock = np.full((granules, readers), -1, np.int64)
        self.in_flight = np.zeros(granules, np.int16)
        # By granule: index of the instruction that copied an undefined value there, plus 1; None if
        # there is none.
        self.copied_undefined: np.ndarray | None = None
        # By address: clocks released by strong writes.
        self.handed_on: dict[int, Released] = {}

    def undefined(self, place: np.ndarray, writer: np.ndarray) -> np.ndarray:
        """Whether granules are unwritten, or hold only copies of undefined values."""
        never = writer == NOBODY
        return never if self.copied_undefined is None else never | self.copied_undefined[place] > 0

    def mark_reserved(self, interpreter: Interpreter, granule: int) -> None:
        """Shared memory that precedes a block's own is written: the system initializes it."""
        first, own = interpreter.shared_start // granule, interpreter.shared_base // granule
        self.writer.reshape(len(interpreter.blocks), -1)[:, first:own] = MANY

    def end_launch(self) -> None:
        """Order all accesses so far before those of the next kernel, whose instructions have other
        indices."""
        self.writer[self.writer >= 0] = MANY
        self.reader[:] = NOBODY
        self.written_at[:] = self.read_at[:] = -1

    def define(self, place: np.ndarray) -> None:
        """Mark granules as written."""
        if self.copied_undefined is not None:
            self.copied_undefined[place] = 0

    def copy_undefined(self, place: np.ndarray, pc: int) -> None:
        """Mark granules to which an instruction has copied undefined values."""
        if self.copied_undefined is None:
            self.copied_undefined = np.zeros(len(self.writer), np.int32)
        self.copied_undefined[place] = pc + 1


def granules(offsets: np.ndarray, width: int, size: int) -> np.ndarray:
    """Indices of the granules of `size` bytes that accesses cover, shape (accesses, each)."""
    return (offsets // size)[:, None] + np.arange(max(1, width // size))
