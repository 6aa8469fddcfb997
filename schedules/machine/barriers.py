"""Who waits for whom: barriers of blocks, of diverged warps, and mbarriers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..targets import WARP

if TYPE_CHECKING:
    from .machine import Machine

# What a thread waits for: a block's barrier n, a reconvergence barrier n, its warp, an mbarrier.
BLOCK_BARRIER, RECONVERGENCE, A_WARP, MBARRIER = 1, 32, 64, 128


class Barriers:
    """Arrivals, and who is let go."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        # Of threads at a block's barrier: how many it is for (0: all of the block).
        self.expected = np.zeros(machine.threads, np.int64)

    def arrive(self, number: int, wanted: int, taken: np.ndarray) -> None:
        """bar.arrive: the warps count, and hand on what they know, but do not wait."""
        machine = self.machine
        for warp in np.flatnonzero(taken.reshape(-1, WARP).any(axis=1)):
            key = (int(warp) // machine.clocks.warps, number)
            arrived = machine.extras.setdefault("arrived", {}).setdefault(key, [])
            arrived.append((wanted, machine.clocks.release(int(warp))))

    def converge(self, warps: np.ndarray, members: np.ndarray) -> None:
        machine = self.machine
        whole = (members == machine.alive).reshape(-1, WARP).all(axis=1)
        machine.clocks.advance(warps[whole[warps]])

    # --- letting go -------------------------------------------------------------------------------

    def release(self) -> bool:
        """Let go whoever has nothing more to wait for; whether there was somebody."""
        waiting = self.machine.waiting
        if not waiting.any():
            return False
        freed = False
        for reason in np.unique(waiting[waiting > 0]):
            here = waiting == reason
            if reason < RECONVERGENCE:
                freed |= self._release_blocks(int(reason), here)
            elif reason == A_WARP:
                members = self.machine.extras["members"]
                freed |= self._release_warps(here, members & self.machine.alive, sync=True)
            elif reason < A_WARP:
                members = self.machine.barriers[reason - RECONVERGENCE] & self.machine.alive
                freed |= self._release_warps(here, members, sync=False)
        return freed

    def _release_warps(self, here: np.ndarray, members: np.ndarray, *, sync: bool) -> bool:
        ready = (here | ~members).reshape(-1, WARP).all(axis=1)
        ready &= here.reshape(-1, WARP).any(axis=1)
        if not ready.any():
            return False
        gone = np.repeat(ready, WARP) & here
        self.machine.waiting[gone] = 0
        if sync:
            self.machine.extras["members"][gone] = False
            self.converge(np.flatnonzero(ready), gone)
        return True

    def _release_blocks(self, reason: int, here: np.ndarray) -> bool:
        machine = self.machine
        size, warps = machine.threads_per_block, machine.clocks.warps
        freed = False
        arrivals = machine.extras.get("arrived", {})
        for block in np.flatnonzero(here.reshape(-1, size).any(axis=1)):
            lanes = slice(block * size, (block + 1) * size)
            present = here[lanes]
            count = int(self.expected[lanes][present].max())
            arrived = arrivals.get((int(block), reason - BLOCK_BARRIER), [])
            if count:
                came = int(present.reshape(-1, WARP).any(axis=1).sum() + len(arrived)) * WARP
                if came < count:
                    continue
            elif not (present | ~machine.alive[lanes]).all():
                continue
            came_to = np.unique(machine.pc[lanes][present])
            if not count and len(came_to) > 1:
                machine.findings.add(
                    "barrier-divergence",
                    int(came_to[0]) - 1,
                    other=int(came_to[1]) - 1,
                    threads=(machine.name_lane(lanes.start + int(np.argmax(present))),),
                    note="threads of one block meet at different barriers",
                )
            members = block * warps + np.flatnonzero(present.reshape(-1, WARP).any(axis=1))
            for _, known in arrived:
                machine.clocks.acquire(int(members[0]), known)
            arrived.clear()
            machine.clocks.join(members)
            machine.waiting[lanes][present] = 0
            freed = True
        return freed

    def wake(self) -> None:
        """An mbarrier has changed: whoever waits for one looks again."""
        waiting = self.machine.waiting
        waiting[waiting == MBARRIER] = 0

    def deadlock(self) -> None:
        """Nobody can go on: say who waits where, once per instruction."""
        machine = self.machine
        stuck = machine.alive
        for reason in np.unique(machine.waiting[stuck]):
            here = stuck & (machine.waiting == reason)
            for pc in np.unique(machine.pc[here]):
                lanes = np.flatnonzero(here & (machine.pc == pc))
                at = int(pc) if reason == MBARRIER else int(pc) - 1
                block = reason < RECONVERGENCE
                machine.findings.add(
                    "barrier-divergence" if block else "deadlock",
                    at,
                    len(lanes),
                    threads=(machine.name_lane(int(lanes[0])),),
                    note="the other threads of the block never come" if block else "",
                )
        machine.alive[:] = False
