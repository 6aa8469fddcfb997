"""Thread block clusters: distributed shared memory and cluster barriers.

The upper byte of a shared address holds the block's rank in its cluster. An access to another
block's shared memory is a finding unless that block has surely started and the access completes
before it exits.
"""

from __future__ import annotations

import numpy as np

from ..chips import WARP
from ..state.execution import Execution

_RANK_SHIFT = 24


class Clusters:
    """Arrivals at cluster barriers, and accesses to other blocks' shared memory."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        # Number of arrivals and of completed waits of each warp at its cluster's barrier.
        self.arrivals = np.zeros(execution.warps, np.int64)
        self.waits = np.zeros(execution.warps, np.int64)
        # (cluster, barrier number) -> clocks that its arrivals released, and that precede them.
        self.known: dict[tuple[int, int], np.ndarray] = {}
        self.reached_by_all: dict[tuple[int, int], np.ndarray] = {}
        # By warp: what it released by its last fence of the cluster or of a wider scope.
        self.fenced: dict[int, np.ndarray] = {}
        # By warp: clocks that preceded the barriers it has waited for. They are over, but their
        # writes need not be visible.
        self.over = np.full(execution.clocks.known.shape, -1, np.int64)
        # (block, instruction) -> by clock column, the last clock of an access to it.
        self.reaches: dict[tuple[int, int], dict[int, int]] = {}

    # --- addresses --------------------------------------------------------------------------------

    def own(self, addresses: np.ndarray, lanes: np.ndarray, *, remote: bool) -> np.ndarray:
        """Addresses within the lanes' own blocks, or with `remote` within any block of the cluster.

        Addresses of other blocks become out of bounds.
        """
        if self.execution.cluster == 1:
            return addresses
        rank = addresses >> _RANK_SHIFT
        if not remote:
            rank = self.execution.rank[lanes]
        return addresses - (np.minimum(rank, self.execution.cluster - 1) << _RANK_SHIFT)

    def owner(self, addresses: np.ndarray, lanes: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Index in this run of the block that each lane's shared address belongs to."""
        first = self.execution.block_of[lanes] - self.execution.rank[lanes]
        return first + (addresses >> _RANK_SHIFT)

    def place(self, lane: int, address: int) -> tuple[int, int]:
        """Block index in this run, and offset, of a shared address."""
        block = lane // self.execution.threads_per_block
        first = block - block % self.execution.cluster
        return first + (address >> _RANK_SHIFT), address & (1 << _RANK_SHIFT) - 1

    def of_mask(self, lane: int, address: int, mask: int) -> list[int]:
        """The same offset in every block of the cluster that a multicast mask selects."""
        _, within = self.place(lane, address)
        ranks = [rank for rank in range(mask.bit_length()) if mask >> rank & 1]
        return [rank << _RANK_SHIFT | within for rank in ranks]

    # --- Cluster barriers -------------------------------------------------------------------------

    def fence(self, warps: np.ndarray) -> None:
        """A fence of these warps, whose scope includes the cluster.

        A fence of some lanes counts for their warp.
        """
        if self.execution.cluster > 1:
            self.fenced |= {warp: self.execution.clocks.release(warp) for warp in warps.tolist()}

    def arrive(self, warps: np.ndarray) -> None:
        """barrier.cluster.arrive of whole warps.

        It releases what precedes the warp's last fence, which .release includes and .relaxed does
        not (PTX ISA, `barrier.cluster`).
        """
        clocks = self.execution.clocks
        for warp in warps.tolist():
            key = warp // clocks.warps, int(self.arrivals[warp])
            before = np.maximum(clocks.release(warp), self.over[warp])
            released = self.fenced.get(warp) if self.execution.options.check else before
            for of, known in ((self.known, released), (self.reached_by_all, before)):
                if known is not None:
                    of[key] = np.maximum(of.get(key, known), known)
        self.arrivals[warps] += 1
        self.execution.changed += 1

    def release(self, here: np.ndarray) -> bool:
        """Release waiting lanes of clusters whose warps have all arrived; returns whether any was
        released."""
        execution, clocks = self.execution, self.execution.clocks
        alive = execution.alive.reshape(-1, WARP).any(axis=1)
        freed = False
        for warp in np.flatnonzero(here.reshape(-1, WARP).any(axis=1)):
            cluster, time = int(warp) // clocks.warps, int(self.waits[warp])
            members = slice(cluster * clocks.warps, (cluster + 1) * clocks.warps)
            if (self.arrivals[members][alive[members]] <= time).any():
                continue
            # A warp that has not arrived has nothing to acquire.
            if (cluster, time) in self.known:
                clocks.acquire(int(warp), self.known[cluster, time])
            if (cluster, time) in self.reached_by_all:
                over = self.reached_by_all[cluster, time]
                np.maximum(self.over[warp], over, out=self.over[warp])
            clocks.advance(np.array([warp]))
            self.waits[warp] += 1
            execution.waiting[warp * WARP : (warp + 1) * WARP] = 0
            freed = True
        return freed

    # --- Accesses after a block's exit ------------------------------------------------------------

    def reached(self, lane: int, block: int, phase: tuple[int, int] | None = None) -> None:
        """Record that a lane accessed another block, at its warp's clock or until an mbarrier's
        (column, phase)."""
        if block == lane // self.execution.threads_per_block:
            return
        warp, clocks = lane // WARP, self.execution.clocks
        self._must_have_started(warp, block)
        column, clock = phase or (
            int(clocks.local[warp]),
            int(clocks.known[warp, clocks.local[warp]]),
        )
        self.must_outlive(block, column, clock)

    def must_outlive(self, block: int, column: int, clock: int) -> None:
        """A block must not exit before some warp of it has acquired a column's clock."""
        latest = self.reaches.setdefault((block, self.execution.at), {})
        latest[column] = max(clock, latest.get(column, clock))

    def _must_have_started(self, warp: int, block: int) -> None:
        """A warp must have acquired something from a block before it accesses its memory."""
        execution, size = self.execution, self.execution.warps_per_block
        first = block % execution.cluster * size
        known = np.maximum(execution.clocks.known[warp], self.over[warp])
        if warp in execution.clocks.learnt or (known[first : first + size] >= 0).any():
            return
        note = "the accessed block may not have started"
        execution.report("out-of-bounds", warp * WARP, memory="shared", byte=0, note=note)

    def reached_by(self, lanes: np.ndarray, blocks: np.ndarray) -> None:
        """Record that lanes accessed these blocks at their warps' clocks."""
        pairs = np.stack([lanes // WARP * WARP, blocks], axis=1)[
            blocks != self.execution.block_of[lanes]
        ]
        clocks = self.execution.clocks
        for lane, block in np.unique(pairs, axis=0).tolist():
            warp = lane // WARP
            self.reached(lane, block, (int(clocks.local[warp]), int(clocks.clock[warp])))

    def finish(self) -> None:
        """At exit, some warp of each block must have acquired every access to that block."""
        execution = self.execution
        for (block, pc), columns in self.reaches.items():
            warps = slice(
                block * execution.warps_per_block, (block + 1) * execution.warps_per_block
            )
            known = np.maximum(execution.clocks.known[warps], self.over[warps])
            late = [column for column, clock in columns.items() if (known[:, column] < clock).all()]
            if late:
                execution.findings.add(
                    "out-of-bounds", pc, len(late), memory="shared", byte=0,
                    threads=(execution.name_lane(block * execution.threads_per_block),),
                    note="the accessed block may have exited",
                )  # fmt: skip
