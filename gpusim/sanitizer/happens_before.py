"""Happens-before: who may have seen what, per granule of memory.

Vector clocks at the granularity of warps, as in FastTrack (Flanagan, Freund: "FastTrack: Efficient
and Precise Dynamic Race Detection", PLDI 2009): a warp's clock advances when it releases
(a barrier, an arrival), and `known[w, v]` is the last clock of warp v that warp w has acquired.
Every granule of memory keeps its last write (thread, clock, instruction) and, per warp, its last
read. An access by another warp is ordered if its clock is known. Within a warp, other threads'
accesses are ordered only by what synchronizes the warp (`bar.sync`, `__syncwarp`), since the
threads of a warp need not run in step; where only that order is missing, the finding says so.

An mbarrier is one more column of `known`: the phases of it that a warp has seen complete.
"""

from __future__ import annotations

import numpy as np

NOBODY, MANY = -1, -2
GENERIC, COPYING, BY_TMA, ATOMIC = 0, 1, 2, 3
UNFENCED = -1
_MBARRIERS = 64


class Clocks:
    """What each warp knows of the others of its block."""

    def __init__(self, blocks: int, warps_per_block: int) -> None:
        self.warps = warps_per_block
        total = blocks * warps_per_block
        self.clock = np.zeros(total, np.int64)
        # The clock at the last time all lanes of the warp synchronized.
        self.converged = np.zeros(total, np.int64)
        self.known = np.full((total, warps_per_block + _MBARRIERS), -1, np.int64)
        self.local = np.tile(np.arange(warps_per_block), blocks)
        # By warp, what it has learnt by atomics of any block: numbers in the launch, of a thread or
        # -1 less that of a warp -> clock. By thread, what its last fence handed on.
        self.learnt: dict[int, dict[int, int]] = {}
        # What strong loads met, which the warp has learnt once its caches hold nothing older.
        self.met: dict[int, dict[int, int]] = {}
        self.fenced: dict[int, dict[int, int]] = {}

    def join(self, warps: np.ndarray) -> None:
        """A barrier of some warps of one block: each learns what all of them know."""
        self._own(warps)
        if self.learnt:
            for warp in warps.tolist():
                for other in warps.tolist():
                    latest(self.learnt.setdefault(warp, {}), self.learnt.get(other, {}))
        self.known[warps] = self.known[warps].max(axis=0)
        self.advance(warps)

    def _own(self, warps: np.ndarray) -> None:
        self.known[warps, self.local[warps]] = self.clock[warps]

    def advance(self, warps: np.ndarray) -> None:
        """All lanes of these warps have synchronized."""
        self.clock[warps] += 1
        self.converged[warps] = self.clock[warps]

    def release(self, warp: int) -> np.ndarray:
        """What a warp hands on; its clock advances, its lanes have not synchronized."""
        self._own(np.array([warp]))
        self.clock[warp] += 1
        return self.known[warp].copy()

    def acquire(self, warp: int, known: np.ndarray) -> None:
        np.maximum(self.known[warp], known, out=self.known[warp])

    def ordered(self, warp: np.ndarray, column: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether what `column` did at `clock` happened before what `warp` does now."""
        return clock <= self.known[warp, column]


def latest(known: dict[int, int], more: dict[int, int]) -> None:
    """Put into `known` the later clock of each."""
    for one, clock in more.items():
        known[one] = max(clock, known.get(one, -1))


class Shadow:
    """What is known of each granule of a memory.

    `readers` columns of reads are kept; what each holds is the checker's business.
    """

    def __init__(self, granules: int, readers: int, written: bool = False) -> None:
        self.writer = np.full(granules, MANY if written else NOBODY, np.int32)
        self.written_at = np.full(granules, -1, np.int32)
        self.written_clock = np.full(granules, -1, np.int64)
        self.kind = np.zeros(granules, np.int8)
        # The writing warp's clock at the writer's first fence for the asynchronous proxy since
        # then, where a kernel has fences.
        self.fenced = np.full(granules, UNFENCED, np.int64)
        self.reader = np.full((granules, readers), NOBODY, np.int32)
        self.read_at = np.full((granules, readers), -1, np.int32)
        self.read_clock = np.full((granules, readers), -1, np.int64)
        self.in_flight = np.zeros(granules, np.int16)
        # By the place of an atomic, what fences before the atomics there have handed on.
        self.handed_on: dict[int, dict[int, int]] = {}


def granules(at: np.ndarray, width: int, size: int) -> np.ndarray:
    """Indices of the granules of `size` bytes that accesses cover, shape (accesses, each)."""
    return (at // size)[:, None] + np.arange(max(1, width // size))
