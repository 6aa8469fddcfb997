"""Clusters: blocks that run side by side and reach into each other's shared memory.

An address of shared memory has the rank of its block in the upper byte. What a block does to
another one's memory has to be over before that one ends: nothing is there any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP

if TYPE_CHECKING:
    from .interpreter import Machine

_RANK_SHIFT = 24


class Clusters:
    """Those of a run: who has arrived at which barrier, and who has reached into which block."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        # How often each warp has arrived, and has waited, at its cluster's barrier.
        self.arrivals = np.zeros(machine.warps, np.int64)
        self.waits = np.zeros(machine.warps, np.int64)
        # (cluster, time) -> what those who arrived knew.
        self.known: dict[tuple[int, int], np.ndarray] = {}
        # (block, instruction) -> by column of the clocks, the last clock of what reached into it.
        self.reaches: dict[tuple[int, int], dict[int, int]] = {}

    # --- addresses --------------------------------------------------------------------------------

    def own(self, addresses: np.ndarray, lanes: np.ndarray) -> np.ndarray:
        """Addresses in the lanes' own blocks; those of others lie far outside."""
        if self.machine.cluster == 1:
            return addresses
        return addresses - (self.machine.rank[lanes] << _RANK_SHIFT)

    def place(self, lane: int, address: int) -> tuple[int, int]:
        """The block of this run that an address of a lane is in, and the address there."""
        machine = self.machine
        first = int(machine.block_of[lane] - machine.rank[lane])
        return first + (address >> _RANK_SHIFT), address & (1 << _RANK_SHIFT) - 1

    def of_mask(self, lane: int, address: int, mask: int) -> list[int]:
        """The addresses of the same place in all blocks of a lane's cluster that a mask names."""
        _, within = self.place(lane, address)
        ranks = [rank for rank in range(mask.bit_length()) if mask >> rank & 1]
        return [rank << _RANK_SHIFT | within for rank in ranks]

    # --- the barrier ------------------------------------------------------------------------------

    def arrive(self, warps: np.ndarray) -> None:
        """barrier.cluster.arrive of whole warps."""
        clocks = self.machine.clocks
        for warp in warps.tolist():
            key = warp // clocks.warps, int(self.arrivals[warp])
            known = clocks.release(warp)
            self.known[key] = np.maximum(self.known.get(key, known), known)
        self.arrivals[warps] += 1
        self.machine.changed += 1

    def release(self, here: np.ndarray) -> bool:
        """Let go the waiting lanes of each cluster whose warps have all arrived; whether any."""
        machine, clocks = self.machine, self.machine.clocks
        alive = machine.alive.reshape(-1, WARP).any(axis=1)
        freed = False
        for warp in np.flatnonzero(here.reshape(-1, WARP).any(axis=1)):
            cluster, time = int(warp) // clocks.warps, int(self.waits[warp])
            members = slice(cluster * clocks.warps, (cluster + 1) * clocks.warps)
            if (self.arrivals[members][alive[members]] <= time).any():
                continue
            # Without an arrival of its own there is nothing to wait for.
            if (cluster, time) in self.known:
                clocks.acquire(int(warp), self.known[cluster, time])
            clocks.advance(np.array([warp]))
            self.waits[warp] += 1
            machine.waiting[warp * WARP : (warp + 1) * WARP] = 0
            freed = True
        return freed

    # --- what may come too late -------------------------------------------------------------------

    def reached(self, lane: int, block: int, phase: tuple[int, int] | None = None) -> None:
        """A lane has reached into a block: at its warp's last clock, or until an mbarrier's
        (column, phase)."""
        machine = self.machine
        if block == machine.block_of[lane]:
            return
        warp, clocks = lane // WARP, machine.clocks
        column, clock = phase or (
            int(clocks.local[warp]),
            int(clocks.known[warp, clocks.local[warp]]),
        )
        found = self.reaches.setdefault((block, machine.at), {})
        found[column] = max(clock, found.get(column, clock))

    def finish(self) -> None:
        """At the end some warp of each block knows all that reached into it: the last to leave."""
        machine = self.machine
        for (block, at), columns in self.reaches.items():
            warps = slice(block * machine.warps_per_block, (block + 1) * machine.warps_per_block)
            known = machine.clocks.known[warps]
            late = [column for column, clock in columns.items() if (known[:, column] < clock).all()]
            if late:
                machine.findings.add(
                    "out-of-bounds", at, len(late), memory="shared", byte=0,
                    threads=(machine.name_lane(block * machine.threads_per_block),),
                    note="the block that it reaches into may have ended",
                )  # fmt: skip
