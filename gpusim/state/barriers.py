"""Block barriers, reconvergence barriers, warp synchronization, and waits for mbarriers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.control_flow import successors
from ..isa.operands import Code
from .registers import bits_by_warp

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter
    from ..launch import Program

# Wait reasons: block barrier n, reconvergence barrier n, warp, cluster, mbarrier.
BLOCK_BARRIER, RECONVERGENCE, A_WARP, A_CLUSTER, MBARRIER = 1, 32, 64, 65, 128
_PART_OF_A_WARP = "only part of a warp executes it"
# Instructions between a WARPSYNC or BRA.DIV and the barrier that it belongs to.
_BEFORE_BARRIER = 6


def unaligned_barriers(program: Program) -> frozenset[int]:
    """Barriers without .aligned, which lanes of a warp may execute apart: `barrier.sync`.

    ptxas has the warp meet before them, or tests whether it has diverged.
    """

    def is_unaligned(code: Code) -> bool:
        before = reversed(program.codes[max(0, code.at - _BEFORE_BARRIER) : code.at])
        last = next((c for c in before if c.row.memory or "control" in c.row.roles), code)
        meets = last.base == "WARPSYNC" and last.has("ALL") and last.predicate == code.predicate
        return meets or (last.base == "BRA" and last.has("DIV"))

    return frozenset(code.at for code in program.codes if code.base == "BAR" and is_unaligned(code))


class Barriers:
    """Arrivals at barriers, and release of waiting threads."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        # Expected number of threads at each thread's block barrier (0: the whole block).
        self.expected = np.zeros(interpreter.threads, np.int64)
        # By thread: votes at BAR.RED and the operation that combines them; results of the last
        # BAR.RED.
        self.votes = np.zeros(interpreter.threads, bool)
        self.unanimous = np.zeros(interpreter.threads, bool)
        self.counted = np.zeros(interpreter.threads, np.uint32)
        self.outcome = np.zeros(interpreter.threads, bool)
        # (block, barrier) -> expected count and released clock of each bar.arrive.
        self.arrived: dict[tuple[int, int], list[tuple[int, np.ndarray]]] = {}
        self.unaligned = unaligned_barriers(interpreter.program)
        # Member mask of each lane's last warp synchronization.
        self.members = np.zeros(interpreter.threads, np.uint32)
        # The lanes that each lane's warp has, all of them alive now.
        self.existing = bits_by_warp(interpreter.alive)
        # By lane that a warp synchronization waits for: the synchronization, where the lane was.
        self.absent: dict[int, tuple[int, int]] = {}

    def arrive(self, numbers: np.ndarray, counts: np.ndarray, taken: np.ndarray) -> None:
        """bar.arrive: warps are counted and release their clocks, but do not wait."""
        interpreter = self.interpreter
        for warp in np.flatnonzero(taken.reshape(-1, WARP).any(axis=1)):
            lanes = slice(warp * WARP, (warp + 1) * WARP)
            if (
                interpreter.at not in self.unaligned
                and not (taken[lanes] | ~interpreter.alive[lanes]).all()
            ):
                interpreter.findings.add(
                    "barrier-divergence", interpreter.at, note=_PART_OF_A_WARP,
                    threads=(interpreter.name_lane(lanes.start + int(np.argmax(taken[lanes]))),),
                )  # fmt: skip
            lane = int(warp) * WARP + int(np.argmax(taken[warp * WARP : (warp + 1) * WARP]))
            key = int(warp) // interpreter.warps_per_block, int(numbers[lane])
            known = interpreter.clocks.release(int(warp))
            self.arrived.setdefault(key, []).append((int(counts[lane]), known))
            interpreter.changed += 1

    def complete_groups(self, here: np.ndarray) -> np.ndarray:
        """Lanes at a warp synchronization where all live members have arrived."""
        missing = bits_by_warp(self.interpreter.alive & ~here) & self.members
        return here & (missing == 0)

    def note_absent(self, pc: int, here: np.ndarray) -> None:
        """Lanes wait at a warp synchronization for others, which may exit without it."""
        interpreter = self.interpreter
        members = np.where(here, self.members, 0).reshape(-1, WARP).max(axis=1)
        named = (np.repeat(members, WARP) >> interpreter.lane & 1).astype(bool)
        late = named & interpreter.alive & ~here & (interpreter.waiting != A_WARP)
        for lane in np.flatnonzero(late).tolist():
            self.absent.setdefault(lane, (pc, int(interpreter.pc[lane])))

    def _find_absent(self, met: np.ndarray) -> None:
        """Members of a synchronization that exited instead are a finding, unless they did nothing
        else: an early return would be no other code.
        """
        interpreter = self.interpreter
        warps = set((np.flatnonzero(met) // WARP).tolist())
        for lane in [lane for lane in self.absent if lane // WARP in warps]:
            pc, place = self.absent.pop(lane)
            if not interpreter.alive[lane] and self._does_something(place):
                name = interpreter.name_lane(lane)
                interpreter.findings.add(
                    "barrier-divergence", pc, threads=(name,),
                    note="a lane of its member mask does not execute it",
                )  # fmt: skip

    def _does_something(self, place: int) -> bool:
        """Whether code from an instruction on, up to the exit, may store or synchronize."""
        program, seen, left = self.interpreter.program, set(), [place]
        after = successors(program)
        while left:
            pc = left.pop()
            code = program.codes[pc]
            if code.row.memory or code.base in ("BAR", "WARPSYNC", "VOTE"):
                return True
            seen.add(pc)
            left += [one for one in after[pc] if one not in seen]
        return False

    def converge(self, met: np.ndarray) -> None:
        """Groups of lanes have synchronized, each a whole warp or the lanes of a member mask.

        Memory is ordered among the lanes that the mask names (CUDA C++ Programming Guide,
        "__syncwarp()"). These include exited ones, but not all that have exited.
        """
        interpreter = self.interpreter
        by_warp, alive = met.reshape(-1, WARP), bits_by_warp(interpreter.alive)
        groups, exited = self.members & alive, self.members & self.existing & ~alive
        # All live lanes of these warps met, in one group, and it names those that have exited.
        whole = by_warp.any(axis=1) & (met == interpreter.alive).reshape(-1, WARP).all(axis=1)
        whole &= ((groups | exited == self.existing) | ~met).reshape(-1, WARP).all(axis=1)
        interpreter.clocks.advance(np.flatnonzero(whole))
        for warp in np.flatnonzero(by_warp.any(axis=1) & ~whole).tolist():
            lanes = warp * WARP + np.flatnonzero(by_warp[warp])
            for group in np.unique(groups[lanes]):
                together = lanes[groups[lanes] == group]
                gone = np.flatnonzero(exited[together[0]] >> np.arange(WARP) & 1)
                interpreter.clocks.meet(np.concatenate([together, warp * WARP + gone]))
        self.members[met] = 0

    # --- Release ----------------------------------------------------------------------------------

    def release(self) -> bool:
        """Release all threads whose barrier is complete; returns whether any was."""
        waiting = self.interpreter.waiting
        if not waiting.any():
            return False
        freed = False
        for reason in np.unique(waiting[waiting > 0]):
            here = waiting == reason
            if reason < RECONVERGENCE:
                freed |= self._release_blocks(int(reason), here)
            elif reason == A_CLUSTER:
                freed |= self.interpreter.clusters.release(here)
            elif reason == A_WARP:
                freed |= self._release_groups(here)
            elif reason < A_WARP:
                freed |= self._reconverge(here, self.interpreter.barriers[reason - RECONVERGENCE])
        return freed

    def _reconverge(self, here: np.ndarray, words: np.ndarray) -> bool:
        """Release lanes if all live lanes of their reconvergence barrier wait here with the same
        word."""
        alive = self.interpreter.alive
        ready = here & (words & bits_by_warp(alive & ~here) == 0)
        for warp in np.flatnonzero(ready.reshape(-1, WARP).any(axis=1)):
            lanes = slice(warp * WARP, (warp + 1) * WARP)
            own, live = words[lanes], alive[lanes]
            named = (own[:, None] >> np.arange(WARP, dtype=np.uint32) & 1).astype(bool) & live
            ready[lanes] &= ~(named & (own[:, None] != own)).any(axis=1)
        self.interpreter.waiting[ready] = 0
        return bool(ready.any())

    def leave(self, lanes: np.ndarray) -> bool:
        """Release threads that wait at reconvergence barriers only for these lanes."""
        interpreter = self.interpreter
        waiting, freed = interpreter.waiting, False
        for reason in np.unique(waiting[(waiting >= RECONVERGENCE) & (waiting < A_WARP)]):
            here, words = waiting == reason, interpreter.barriers[reason - RECONVERGENCE]
            others = bits_by_warp(interpreter.alive & ~here & ~lanes)
            ready = here & (words & others == 0)
            # The groups no longer wait for each other.
            words[lanes] &= ~bits_by_warp(ready)[lanes]
            waiting[ready] = 0
            freed |= bool(ready.any())
        return freed

    def _release_groups(self, here: np.ndarray) -> bool:
        ready = self.complete_groups(here)
        if not ready.any():
            return False
        self.interpreter.waiting[ready] = 0
        if self.absent:
            self._find_absent(ready)
        self.converge(ready)
        return True

    def _release_blocks(self, reason: int, here: np.ndarray) -> bool:
        interpreter = self.interpreter
        size, warps = interpreter.threads_per_block, interpreter.warps_per_block
        freed = False
        for block in np.flatnonzero(here.reshape(-1, size).any(axis=1)):
            lanes = slice(block * size, (block + 1) * size)
            present, alive = here[lanes], interpreter.alive[lanes]
            # The barrier counts a warp once all its live lanes wait at it (PTX ISA, `barrier`).
            complete = (present == alive).reshape(-1, WARP).all(axis=1)
            complete &= present.reshape(-1, WARP).any(axis=1)
            present = present & np.repeat(complete, WARP)
            if not complete.any():
                continue
            arrived = self.arrived.get((int(block), reason - BLOCK_BARRIER), [])
            counts = {int(count) for count in self.expected[lanes][present]}
            counts |= {count for count, _ in arrived}
            count = max(counts)
            came = int(complete.sum() + len(arrived)) * WARP
            if count and came < count:
                continue
            if not count and not (present | ~alive).all():
                continue
            self._misused(lanes, present, counts, came)
            # __syncthreads() also waits until threads exit (CUDA Programming Guide 13, 5.4.4.1), so
            # what they did before is ordered.
            gone = ~alive.reshape(-1, WARP).any(axis=1) & (count == 0)
            members = block * warps + np.flatnonzero(complete | gone)
            for _, known in arrived:
                interpreter.clocks.acquire(int(members[0]), known)
            arrived.clear()
            interpreter.clocks.join(members)
            met = lanes.start + np.flatnonzero(present)
            self._reduce(met)
            interpreter.waiting[lanes][present] = 0
            freed = True
        return freed

    def _reduce(self, met: np.ndarray) -> None:
        """Combine the votes of the threads that met at a barrier."""
        votes = self.votes[met]
        self.counted[met] = votes.sum()
        self.outcome[met] = np.where(self.unanimous[met], votes.all(), votes.any())

    def _misused(self, lanes: slice, present: np.ndarray, counts: set[int], came: int) -> None:
        """Add findings for a barrier that completes although it is misused."""
        interpreter = self.interpreter
        places = interpreter.pc[lanes]
        pcs = np.unique(places[present]) - 1

        def add(where: np.ndarray, note: str, other: int | None = None) -> None:
            here = present & (places == pcs[0] + 1)
            first = [lanes.start + int(np.argmax(lanes_of)) for lanes_of in (here, where)]
            interpreter.findings.add(
                "barrier-divergence",
                int(pcs[0]),
                int(where.sum()),
                other=other,
                threads=tuple(interpreter.name_lane(lane) for lane in dict.fromkeys(first)),
                note=note,
            )

        if len(counts) > 1:
            add(
                present,
                f"threads specify different thread counts: {', '.join(map(str, sorted(counts)))}",
            )
        elif counts != {0} and came > max(counts):
            add(present, f"{came} threads arrive, the barrier counts {max(counts)}")
        elif self.unaligned.issuperset(pcs.tolist()):
            return
        elif counts != {0}:
            first = np.where(present, places, places.max()).reshape(-1, WARP).min(axis=1)
            apart = present & (places > np.repeat(first, WARP))
            if apart.any():
                add(apart, _PART_OF_A_WARP, int(pcs[1]))
        elif len(pcs) > 1:
            elsewhere = present & (places == pcs[1] + 1)
            add(
                elsewhere,
                "threads of one block wait at different barrier instructions",
                int(pcs[1]),
            )
        else:
            gone = ~interpreter.alive[lanes] & (np.arange(len(present)) < interpreter.real_threads)
            if gone.any() and not interpreter.options.returns_early:
                left = int(places[np.argmax(gone)]) - 1
                add(gone, "threads of its block have exited", left)

    def wake(self) -> None:
        """An mbarrier changed: waiting threads test it again.

        Their warps get the back-edge count of the running ones, so that scheduling does not depend
        on how long they slept.
        """
        interpreter = self.interpreter
        asleep = interpreter.waiting == MBARRIER
        if not asleep.any():
            return
        interpreter.woken = True
        ran = interpreter.alive & (interpreter.waiting == 0)
        interpreter.waiting[asleep] = 0
        if interpreter.loop_extrapolation:
            interpreter.loop_extrapolation.compared(ran | asleep)
        if ran.any():
            behind = np.where(
                asleep, interpreter.backedge_counts[ran].min() - interpreter.backedge_counts, 0
            )
            most = behind.reshape(-1, WARP).max(axis=1)
            interpreter.backedge_counts += np.repeat(np.maximum(most, 0), WARP)

    def deadlock(self) -> None:
        """Deadlock: add a finding for each instruction at which threads wait."""
        interpreter = self.interpreter
        stuck = interpreter.alive
        for reason in np.unique(interpreter.waiting[stuck]):
            here = stuck & (interpreter.waiting == reason)
            for pc in np.unique(interpreter.pc[here]):
                lanes = np.flatnonzero(here & (interpreter.pc == pc))
                pc_of = int(pc) if reason == MBARRIER else int(pc) - 1
                of = "block" if reason < RECONVERGENCE else "cluster" if reason == A_CLUSTER else ""
                interpreter.findings.add(
                    "barrier-divergence" if of else "deadlock",
                    pc_of,
                    len(lanes),
                    threads=(interpreter.name_lane(int(lanes[0])),),
                    note=f"the other threads of the {of} never arrive" if of else "",
                )
        interpreter.alive[:] = False
