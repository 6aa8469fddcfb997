"""Barriers: block and reconvergence barriers, warp synchronization, mbarriers.

An mbarrier is an object in shared memory that counts arrivals and bytes, phase by phase (PTX ISA).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from ..chips import WARP
from ..isa.decoder import Code
from ..isa.program import Program, reached
from ..launch import Order
from .execution import Execution
from .memory import SHARED_BASE
from .registers import bits_by_warp

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

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        # Expected number of threads at each thread's block barrier (0: the whole block).
        self.expected = np.zeros(execution.threads, np.int64)
        # By thread: votes at BAR.RED and the operation that combines them; results of the last
        # BAR.RED.
        self.votes = np.zeros(execution.threads, bool)
        self.unanimous = np.zeros(execution.threads, bool)
        self.counted = np.zeros(execution.threads, np.uint32)
        self.outcome = np.zeros(execution.threads, bool)
        # (block, barrier) -> expected count and released clock of each bar.arrive.
        self.arrived: dict[tuple[int, int], list[tuple[int, np.ndarray]]] = {}
        self.unaligned = unaligned_barriers(execution.program)
        # Member mask of each lane's last warp synchronization.
        self.members = np.zeros(execution.threads, np.uint32)
        # The lanes that each lane's warp has, all of them alive now.
        self.existing = bits_by_warp(execution.alive)
        # By lane that a warp synchronization waits for: the synchronization, where the lane was.
        self.absent: dict[int, tuple[int, int]] = {}

    def arrive(self, numbers: np.ndarray, counts: np.ndarray, taken: np.ndarray) -> None:
        """bar.arrive: warps are counted and release their clocks, but do not wait."""
        execution = self.execution
        for warp in np.flatnonzero(taken.reshape(-1, WARP).any(axis=1)):
            lanes = slice(warp * WARP, (warp + 1) * WARP)
            lane = lanes.start + int(np.argmax(taken[lanes]))
            if (
                execution.at not in self.unaligned
                and not (taken[lanes] | ~execution.alive[lanes]).all()
            ):
                execution.report("barrier-divergence", lane, note=_PART_OF_A_WARP)
            key = int(warp) // execution.warps_per_block, int(numbers[lane])
            known = execution.clocks.release(int(warp))
            self.arrived.setdefault(key, []).append((int(counts[lane]), known))
            execution.changed += 1

    def complete_groups(self, here: np.ndarray) -> np.ndarray:
        """Lanes at a warp synchronization where all live members have arrived."""
        missing = bits_by_warp(self.execution.alive & ~here) & self.members
        return here & (missing == 0)

    def note_absent(self, pc: int, here: np.ndarray) -> None:
        """Lanes wait at a warp synchronization for others, which may exit without it."""
        execution = self.execution
        members = np.where(here, self.members, 0).reshape(-1, WARP).max(axis=1)
        named = (np.repeat(members, WARP) >> execution.lane & 1).astype(bool)
        late = named & execution.alive & ~here & (execution.waiting != A_WARP)
        for lane in np.flatnonzero(late).tolist():
            self.absent.setdefault(lane, (pc, int(execution.pc[lane])))

    def _find_absent(self, met: np.ndarray) -> None:
        """Members of a synchronization that exited instead are a finding, unless they did nothing
        else: an early return would be no other code.
        """
        execution = self.execution
        warps = set((np.flatnonzero(met) // WARP).tolist())
        for lane in [lane for lane in self.absent if lane // WARP in warps]:
            pc, place = self.absent.pop(lane)
            if not execution.alive[lane] and self._does_something(place):
                note = "a lane of its member mask does not execute it"
                execution.report("barrier-divergence", lane, at=pc, note=note)

    def _does_something(self, place: int) -> bool:
        """Whether code from an instruction on, up to the exit, may store or synchronize."""
        program = self.execution.program
        codes = (program.codes[pc] for pc in reached(program.successors, place))
        return any(code.row.memory or code.base in ("BAR", "WARPSYNC", "VOTE") for code in codes)

    def converge(self, met: np.ndarray) -> None:
        """Groups of lanes have synchronized, each a whole warp or the lanes of a member mask.

        Memory is ordered among the lanes that the mask names (CUDA C++ Programming Guide,
        "__syncwarp()"). These include exited ones, but not all that have exited.
        """
        execution = self.execution
        if not execution.options.warp_syncs:
            self.members[met] = 0
            return
        by_warp, alive = met.reshape(-1, WARP), bits_by_warp(execution.alive)
        groups, exited = self.members & alive, self.members & self.existing & ~alive
        # All live lanes of these warps met, in one group, and it names those that have exited.
        whole = by_warp.any(axis=1) & (met == execution.alive).reshape(-1, WARP).all(axis=1)
        whole &= ((groups | exited == self.existing) | ~met).reshape(-1, WARP).all(axis=1)
        execution.clocks.advance(np.flatnonzero(whole))
        for warp in np.flatnonzero(by_warp.any(axis=1) & ~whole).tolist():
            lanes = warp * WARP + np.flatnonzero(by_warp[warp])
            for group in np.unique(groups[lanes]):
                together = lanes[groups[lanes] == group]
                gone = np.flatnonzero(exited[together[0]] >> np.arange(WARP) & 1)
                execution.clocks.meet(np.concatenate([together, warp * WARP + gone]))
        self.members[met] = 0

    # --- Release ----------------------------------------------------------------------------------

    def release(self) -> bool:
        """Release all threads whose barrier is complete; returns whether any was."""
        waiting = self.execution.waiting
        if not waiting.any():
            return False
        freed = False
        for reason in np.unique(waiting[waiting > 0]):
            here = waiting == reason
            if reason < RECONVERGENCE:
                freed |= self._release_blocks(int(reason), here)
            elif reason == A_CLUSTER:
                freed |= self.execution.clusters.release(here)
            elif reason == A_WARP:
                freed |= self._release_groups(here)
            elif reason < A_WARP:
                freed |= self._reconverge(here, self.execution.barriers[reason - RECONVERGENCE])
        return freed

    def _reconverge(self, here: np.ndarray, words: np.ndarray) -> bool:
        """Release lanes if all live lanes of their reconvergence barrier wait here with the same
        word."""
        alive = self.execution.alive
        ready = here & (words & bits_by_warp(alive & ~here) == 0)
        for warp in np.flatnonzero(ready.reshape(-1, WARP).any(axis=1)):
            lanes = slice(warp * WARP, (warp + 1) * WARP)
            own, live = words[lanes], alive[lanes]
            named = (own[:, None] >> np.arange(WARP, dtype=np.uint32) & 1).astype(bool) & live
            ready[lanes] &= ~(named & (own[:, None] != own)).any(axis=1)
        self.execution.waiting[ready] = 0
        return bool(ready.any())

    def leave(self, lanes: np.ndarray) -> bool:
        """Release threads that wait at reconvergence barriers only for these lanes."""
        execution = self.execution
        waiting, freed = execution.waiting, False
        for reason in np.unique(waiting[(waiting >= RECONVERGENCE) & (waiting < A_WARP)]):
            here, words = waiting == reason, execution.barriers[reason - RECONVERGENCE]
            others = bits_by_warp(execution.alive & ~here & ~lanes)
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
        self.execution.waiting[ready] = 0
        if self.absent:
            self._find_absent(ready)
        self.converge(ready)
        return True

    def _release_blocks(self, reason: int, here: np.ndarray) -> bool:
        execution = self.execution
        size, warps = execution.threads_per_block, execution.warps_per_block
        freed = False
        for block in np.flatnonzero(here.reshape(-1, size).any(axis=1)):
            lanes = slice(block * size, (block + 1) * size)
            present, alive = here[lanes], execution.alive[lanes]
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
            self._misused(lanes, present, counts, came, named=reason > BLOCK_BARRIER)
            # __syncthreads() also waits until threads exit (CUDA Programming Guide 13, 5.4.4.1), so
            # what they did before is ordered.
            gone = ~alive.reshape(-1, WARP).any(axis=1) & (count == 0)
            members = block * warps + np.flatnonzero(complete | gone)
            for _, known in arrived:
                execution.clocks.acquire(int(members[0]), known)
            arrived.clear()
            execution.clocks.join(members)
            met = lanes.start + np.flatnonzero(present)
            self._reduce(met)
            execution.waiting[lanes][present] = 0
            freed = True
        return freed

    def _reduce(self, met: np.ndarray) -> None:
        """Combine the votes of the threads that met at a barrier."""
        votes = self.votes[met]
        self.counted[met] = votes.sum()
        self.outcome[met] = np.where(self.unanimous[met], votes.all(), votes.any())

    def _misused(
        self, lanes: slice, present: np.ndarray, counts: set[int], came: int, *, named: bool
    ) -> None:
        """Add findings for a barrier that completes although it is misused.

        Warps may meet at different instructions of a `named` barrier (PTX ISA, `barrier`), but not
        at different __syncthreads() (CUDA Programming Guide 13, 5.4.4.1).
        """
        execution = self.execution
        places = execution.pc[lanes]
        pcs = np.unique(places[present]) - 1

        def add(where: np.ndarray, note: str, other: int | None = None) -> None:
            here = present & (places == pcs[0] + 1)
            first = [lanes.start + int(np.argmax(lanes_of)) for lanes_of in (here, where)]
            execution.findings.add(
                "barrier-divergence",
                int(pcs[0]),
                int(where.sum()),
                other=other,
                threads=tuple(execution.name_lane(lane) for lane in dict.fromkeys(first)),
                note=note,
            )

        if len(counts) > 1:
            add(
                present,
                f"threads specify different thread counts: {', '.join(map(str, sorted(counts)))}",
            )
        elif counts != {0} and came > max(counts):
            add(present, f"{came} threads arrive, the barrier counts {max(counts)}")
        elif self.unaligned.issuperset(pcs.tolist()) and not self._of_group(pcs):
            return
        elif counts != {0} or (named and len(pcs) > 1):
            first = np.where(present, places, places.max()).reshape(-1, WARP).min(axis=1)
            behind = present & (places > np.repeat(first, WARP))
            if behind.any():
                add(behind, _PART_OF_A_WARP, int(pcs[1]))
        elif len(pcs) > 1:
            elsewhere = present & (places == pcs[1] + 1)
            add(
                elsewhere,
                "threads of one block wait at different barrier instructions",
                int(pcs[1]),
            )
        else:
            gone = ~execution.alive[lanes] & (np.arange(len(present)) < execution.real_threads)
            if gone.any() and not execution.options.returns_early:
                left = int(places[np.argmax(gone)]) - 1
                add(gone, "threads of its block have exited", left)

    def _of_group(self, pcs: np.ndarray) -> bool:
        """Whether threads meet in one sync() of a cooperative group: an unaligned barrier, but all
        threads of the block must call it. Without inlining it is a function of its own."""
        header = self.execution.program.codes[pcs[0]].instruction.header
        by_group = "/cooperative_groups" in header or header.endswith("sm_30_intrinsics.hpp")
        return len(pcs) == 1 and by_group

    def wake(self) -> None:
        """An mbarrier changed: waiting threads test it again.

        Their warps get the back-edge count of the running ones, so that scheduling does not depend
        on how long they slept.
        """
        execution = self.execution
        asleep = execution.waiting == MBARRIER
        if not asleep.any():
            return
        execution.woken = True
        ran = execution.alive & (execution.waiting == 0)
        execution.waiting[asleep] = 0
        if execution.loop_extrapolation:
            execution.loop_extrapolation.compared(ran | asleep)
        if ran.any():
            behind = np.where(
                asleep, execution.backedge_counts[ran].min() - execution.backedge_counts, 0
            )
            most = behind.reshape(-1, WARP).max(axis=1)
            execution.backedge_counts += np.repeat(np.maximum(most, 0), WARP)

    def deadlock(self) -> None:
        """Deadlock: add a finding for each instruction at which threads wait."""
        execution = self.execution
        stuck = execution.alive
        for reason in np.unique(execution.waiting[stuck]):
            here = stuck & (execution.waiting == reason)
            for pc in np.unique(execution.pc[here]):
                lanes = np.flatnonzero(here & (execution.pc == pc))
                pc_of = int(pc) if reason == MBARRIER else int(pc) - 1
                of = "block" if reason < RECONVERGENCE else "cluster" if reason == A_CLUSTER else ""
                kind = "barrier-divergence" if of else "deadlock"
                note = f"the other threads of the {of} never arrive" if of else ""
                execution.report(kind, lanes, at=pc_of, note=note)
        execution.alive[:] = False


@dataclass
class Mbarrier:
    """An mbarrier of a block; `column` is its column in the cluster's vector clocks."""

    count: int
    left: int
    block: int
    column: int
    warp: int
    clock: int
    pending_bytes: int = 0
    phase: int = 0
    fenced: bool = False
    # False after mbarrier.inval.
    valid: bool = True
    # By warp: its clock at its last use of the mbarrier.
    used: dict[int, int] = field(default_factory=dict)
    # Clocks released by arrivals at this phase, and at all earlier ones.
    arriving: np.ndarray | None = None
    completed: np.ndarray | None = None
    # The same for lanes, by warp.
    lanes_arriving: dict[int, np.ndarray] = field(default_factory=dict)
    lanes_completed: dict[int, np.ndarray] = field(default_factory=dict)
    # Released by fences before relaxed arrivals.
    fenced_arriving: dict[int, dict[int, int]] = field(default_factory=dict)
    fenced_completed: dict[int, dict[int, int]] = field(default_factory=dict)


class Mbarriers:
    """All mbarriers of a run, by block and address."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.all: dict[tuple[int, int], Mbarrier] = {}
        # Failed tests: warp, instruction, column of the mbarrier, known phases.
        self.timed_out: set[tuple[int, int, int, int]] = set()
        # By warp: what relaxed waits have seen, which its next fence acquires.
        self.seen: dict[int, list[Callable[[], None]]] = {}

    def initialize(self, lane: int, address: int, count: int) -> None:
        execution = self.execution
        place, warp = execution.clusters.place(lane, address), lane // 32
        block = place[0]
        first = block - block % execution.cluster
        known = [
            barrier
            for (of, _), barrier in self.all.items()
            if first <= of < first + execution.cluster
        ]
        old = self.all.get(place)
        if old:
            self._end(lane, old, place[1])
            if old.valid:
                self._report("barrier-not-invalidated", lane, place[1])
        column = old.column if old else execution.clocks.warps + len(known)
        clock = int(execution.clocks.clock[warp])
        execution.changed += 1
        self.all[place] = Mbarrier(count, count, block, column, warp, clock)
        self._mark(place, True)

    def invalidate(self, lane: int, address: int) -> None:
        """mbarrier.inval: the memory may be reused."""
        place = self.execution.clusters.place(lane, address)
        barrier = self.find(lane, address)
        if barrier:
            self._end(lane, barrier, place[1])
            barrier.valid = False
            self._mark(place, False)

    def _mark(self, place: tuple[int, int], live: bool) -> None:
        """Tell the race checker where mbarriers are."""
        if checker := self.execution.shared_checker:
            start = place[0] * self.execution.shared_stride + place[1]
            checker.mark_barrier(start, live)

    def _end(self, lane: int, barrier: Mbarrier, address: int) -> None:
        """Check that other warps' uses happened before an initialization or invalidation."""
        execution, warp = self.execution, lane // 32
        clocks = execution.clocks
        for other, clock in barrier.used.items():
            if other == warp or clock <= clocks.known[warp, other % clocks.warps]:
                continue
            case = np.array([warp]), execution.thread[[other * 32]], np.array([clock])
            if execution.release_acquire.unknown(*case).any():
                self._report("race-overwrite", lane, address, other=other)

    def _report(
        self, kind: str, lane: int, address: int, note: str = "", other: int | None = None
    ) -> None:
        execution = self.execution
        lanes = (lane,) if other is None else (lane, other * 32)
        execution.findings.add(
            kind,
            execution.at,
            memory="shared",
            byte=address - SHARED_BASE,
            threads=tuple(map(execution.name_lane, lanes)),
            note=note,
        )

    def find(self, lane: int, address: int, *, asynchronous: bool = False) -> Mbarrier | None:
        """The mbarrier at a shared address in a thread's cluster; adds a finding if it is not
        initialized."""
        execution = self.execution
        block, address = execution.clusters.place(lane, address)
        barrier = self.all.get((block, address))
        warp = lane // 32
        problem = ""
        if barrier is None:
            problem = "never initialized"
        elif not barrier.valid:
            problem, barrier = "used after its invalidation", None
        elif barrier.warp != warp and not self._is_visible(barrier, warp):
            problem = "initialized by another warp, without synchronization"
        elif asynchronous and not barrier.fenced:
            problem = "initialized without a fence for the asynchronous proxy"
        if problem:
            self._report("barrier-not-initialized", lane, address, problem)
        if barrier:
            barrier.used[warp] = int(execution.clocks.clock[warp])
        return barrier

    def _is_visible(self, barrier: Mbarrier, warp: int) -> bool:
        """Whether a warp sees an initialization: it has acquired it, or waited at a cluster barrier
        behind fence.mbarrier_init."""
        execution = self.execution
        column = barrier.warp % execution.clocks.warps
        over = execution.clusters.over[warp, column] if barrier.fenced else -1
        return barrier.clock <= max(over, execution.clocks.known[warp, column])

    def arrive(self, lane: int, barrier: Mbarrier, arrivals: int, expected: int) -> None:
        if recorder := self.execution.options.recorder:
            recorder.arrive(self.execution, lane, self.phase(barrier))
        self.execution.changed += 1
        if self.execution.options.check:
            if self.execution.at in self.execution.options.volatile:
                self.execution.release_acquire.hand_over(lane, barrier.fenced_arriving)
            else:
                self._release(lane, barrier)
        if arrivals:
            self.execution.clusters.reached(lane, barrier.block)
        barrier.left -= arrivals
        barrier.pending_bytes += expected
        self.settle(barrier)

    def _release(self, lane: int, barrier: Mbarrier) -> None:
        """Add what a lane releases to what the phase's arrivals do."""
        lanes = self.execution.clocks.known_lanes(lane)
        known = self.execution.clocks.release_lane(lane)
        before = barrier.arriving
        barrier.arriving = known if before is None else np.maximum(before, known)
        before = barrier.lanes_arriving.get(lane // 32, lanes)
        barrier.lanes_arriving[lane // 32] = np.maximum(before, lanes)

    def phase(self, barrier: Mbarrier) -> tuple[int, int, int]:
        """A barrier's current phase, for a recorder."""
        return barrier.block, barrier.column, barrier.phase

    def settle(self, barrier: Mbarrier) -> None:
        """Complete the phase once no arrivals or bytes are pending."""
        if barrier.left or barrier.pending_bytes:
            return
        barrier.phase += 1
        barrier.left = barrier.count
        barrier.completed, barrier.arriving = barrier.arriving, None
        barrier.lanes_completed, barrier.lanes_arriving = barrier.lanes_arriving, {}
        barrier.fenced_completed, barrier.fenced_arriving = barrier.fenced_arriving, {}
        self.execution.control.barriers.wake()

    def passed(self, active: np.ndarray, lane: int, barrier: Mbarrier, parity: int) -> bool:
        """Whether the phase with that parity is complete; if so, the active lanes of a lane's warp
        acquire what its arrivals released, or will at their next fence if the wait is relaxed."""
        if (barrier.phase & 1) == parity:
            return False
        warp = lane // WARP
        if recorder := self.execution.options.recorder:
            block, column, phase = self.phase(barrier)
            recorder.wait(self.execution, warp, (block, column, phase - 1))
        lanes = warp * WARP + np.flatnonzero(active[warp * WARP : (warp + 1) * WARP])
        if self.execution.at in self.execution.options.volatile:
            seen = partial(self._acquire, warp, lanes, replace(barrier))
            self.seen.setdefault(warp, []).append(seen)
        else:
            self._acquire(warp, lanes, barrier)
        return True

    def _acquire(self, warp: int, lanes: np.ndarray, barrier: Mbarrier) -> None:
        """Lanes of a warp acquire what the arrivals at a barrier's last phase released."""
        clocks = self.execution.clocks
        if barrier.completed is not None:
            clocks.acquire(warp, barrier.completed)
        if warp in barrier.lanes_completed:
            clocks.acquire_lanes(lanes, barrier.lanes_completed[warp])
        self.execution.release_acquire.take_over(lanes, barrier.fenced_completed)
        known = clocks.known[warp]
        known[barrier.column] = max(known[barrier.column], barrier.phase)

    def acquire_seen(self, warps: np.ndarray) -> None:
        """A fence: these warps acquire what their relaxed waits have seen."""
        for warp in warps.tolist() if self.seen else ():
            for acquire in self.seen.pop(warp, []):
                acquire()

    def times_out(self, lane: int, barrier: Mbarrier | None, parity: int) -> bool:
        """Whether a test fails although the phase may be complete.

        The first test does, in the order of execution in which waits time out.
        """
        if barrier is None or self.execution.options.order is not Order.TIMEOUTS:
            return False
        warp, column = lane // 32, barrier.column
        known = int(self.execution.clocks.known[warp, column])
        test = warp, self.execution.at, column, known
        # The phase before the first one is complete from the start.
        if test in self.timed_out or known == barrier.phase or parity > barrier.phase:
            return False
        self.timed_out.add(test)
        return True

    def fence(self, warps: np.ndarray) -> None:
        fencing = set(warps.tolist())
        for barrier in self.all.values():
            barrier.fenced |= barrier.warp in fencing
