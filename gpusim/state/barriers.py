"""Who waits for whom: barriers of blocks, of diverged warps, and mbarriers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP

if TYPE_CHECKING:
    from ..functional.interpreter import Machine

# What a thread waits for: a block's barrier n, a reconvergence barrier n, its warp, its cluster,
# an mbarrier.
BLOCK_BARRIER, RECONVERGENCE, A_WARP, A_CLUSTER, MBARRIER = 1, 32, 64, 65, 128


class Barriers:
    """Arrivals, and who is let go."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        # Of threads at a block's barrier: how many it is for (0: all of the block).
        self.expected = np.zeros(machine.threads, np.int64)
        # (block, number) -> counts that arrivals without a wait named, and what their warps knew.
        self.arrived: dict[tuple[int, int], list[tuple[int, np.ndarray]]] = {}
        # The threads that those of a warp who wait for each other name.
        self.members = np.zeros(machine.threads, bool)

    def arrive(self, numbers: np.ndarray, counts: np.ndarray, taken: np.ndarray) -> None:
        """bar.arrive: the warps count, and hand on what they know, but do not wait."""
        machine = self.machine
        for warp in np.flatnonzero(taken.reshape(-1, WARP).any(axis=1)):
            lane = int(warp) * WARP + int(np.argmax(taken[warp * WARP : (warp + 1) * WARP]))
            key = int(warp) // machine.warps_per_block, int(numbers[lane])
            known = machine.clocks.release(int(warp))
            self.arrived.setdefault(key, []).append((int(counts[lane]), known))
            machine.changed += 1

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
            elif reason == A_CLUSTER:
                freed |= self.machine.clusters.release(here)
            elif reason == A_WARP:
                freed |= self._release_warps(here, self.members & self.machine.alive, sync=True)
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
            self.members[gone] = False
            self.converge(np.flatnonzero(ready), gone)
        return True

    def _release_blocks(self, reason: int, here: np.ndarray) -> bool:
        machine = self.machine
        size, warps = machine.threads_per_block, machine.warps_per_block
        freed = False
        for block in np.flatnonzero(here.reshape(-1, size).any(axis=1)):
            lanes = slice(block * size, (block + 1) * size)
            present = here[lanes]
            arrived = self.arrived.get((int(block), reason - BLOCK_BARRIER), [])
            counts = {int(one) for one in self.expected[lanes][present]}
            counts |= {one for one, _ in arrived}
            count = max(counts)
            came = int(present.reshape(-1, WARP).any(axis=1).sum() + len(arrived)) * WARP
            if count and came < count:
                continue
            if not count and not (present | ~machine.alive[lanes]).all():
                continue
            self._misused(lanes, present, counts, came)
            members = block * warps + np.flatnonzero(present.reshape(-1, WARP).any(axis=1))
            for _, known in arrived:
                machine.clocks.acquire(int(members[0]), known)
            arrived.clear()
            machine.clocks.join(members)
            met = lanes.start + np.flatnonzero(present)
            machine.log("barrier", np.zeros(0, int), met, int(machine.pc[met[0]]) - 1)
            machine.waiting[lanes][present] = 0
            freed = True
        return freed

    def _misused(self, lanes: slice, present: np.ndarray, counts: set[int], came: int) -> None:
        """Findings at a barrier that lets its threads go though not all is as it should be."""
        machine = self.machine
        places = machine.pc[lanes]
        at = np.unique(places[present]) - 1

        def add(where: np.ndarray, note: str, other: int | None = None) -> None:
            here = present & (places == at[0] + 1)
            first = [lanes.start + int(np.argmax(one)) for one in (here, where)]
            machine.findings.add(
                "barrier-divergence",
                int(at[0]),
                int(where.sum()),
                other=other,
                threads=tuple(machine.name_lane(lane) for lane in dict.fromkeys(first)),
                note=note,
            )

        if len(counts) > 1:
            add(present, f"threads name different counts: {', '.join(map(str, sorted(counts)))}")
        elif counts != {0}:
            if came > max(counts):
                add(present, f"{came} threads come, it counts {max(counts)}")
        elif len(at) > 1:
            elsewhere = present & (places == at[1] + 1)
            add(elsewhere, "threads of one block meet at different barriers", int(at[1]))
        else:
            gone = ~machine.alive[lanes] & (np.arange(len(present)) < machine.real_threads)
            if gone.any():
                left = int(places[np.argmax(gone)]) - 1
                add(gone, "threads of its block have left the kernel", left)

    def wake(self) -> None:
        """An mbarrier has changed: whoever waits for one looks again.

        Their warps count as having jumped back as often as those that ran meanwhile, so that who
        goes first does not follow from what was long ago.
        """
        machine = self.machine
        asleep = machine.waiting == MBARRIER
        if not asleep.any():
            return
        machine.woken = True
        ran = machine.alive & (machine.waiting == 0)
        machine.waiting[asleep] = 0
        if machine.repetition:
            machine.repetition.compared(ran | asleep)
        if ran.any():
            behind = np.where(asleep, machine.laps[ran].min() - machine.laps, 0)
            most = behind.reshape(-1, WARP).max(axis=1)
            machine.laps += np.repeat(np.maximum(most, 0), WARP)

    def deadlock(self) -> None:
        """Nobody can go on: say who waits where, once per instruction."""
        machine = self.machine
        stuck = machine.alive
        for reason in np.unique(machine.waiting[stuck]):
            here = stuck & (machine.waiting == reason)
            for pc in np.unique(machine.pc[here]):
                lanes = np.flatnonzero(here & (machine.pc == pc))
                at = int(pc) if reason == MBARRIER else int(pc) - 1
                of = "block" if reason < RECONVERGENCE else "cluster" if reason == A_CLUSTER else ""
                machine.findings.add(
                    "barrier-divergence" if of else "deadlock",
                    at,
                    len(lanes),
                    threads=(machine.name_lane(int(lanes[0])),),
                    note=f"the other threads of the {of} never come" if of else "",
                )
        machine.alive[:] = False
