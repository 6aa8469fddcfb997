"""mbarriers: objects in shared memory that count arrivals and bytes, phase by phase (PTX ISA)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .memory import SHARED_BASE

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter


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


class Mbarriers:
    """All mbarriers of a run, by block and address."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.all: dict[tuple[int, int], Mbarrier] = {}
        # Failed tests: warp, instruction, column of the mbarrier, known phases.
        self.timed_out: set[tuple[int, int, int, int]] = set()

    def initialize(self, lane: int, address: int, count: int) -> None:
        interpreter = self.interpreter
        place, warp = interpreter.clusters.place(lane, address), lane // 32
        block = place[0]
        first = block - block % interpreter.cluster
        known = [
            barrier
            for (of, _), barrier in self.all.items()
            if first <= of < first + interpreter.cluster
        ]
        old = self.all.get(place)
        if old:
            self._end(lane, old, place[1])
            if old.valid:
                self._report("barrier-not-invalidated", lane, place[1])
        column = old.column if old else interpreter.clocks.warps + len(known)
        clock = int(interpreter.clocks.clock[warp])
        interpreter.changed += 1
        self.all[place] = Mbarrier(count, count, block, column, warp, clock)
        self._mark(place, True)

    def invalidate(self, lane: int, address: int) -> None:
        """mbarrier.inval: the memory may be reused."""
        place = self.interpreter.clusters.place(lane, address)
        barrier = self.find(lane, address)
        if barrier:
            self._end(lane, barrier, place[1])
            barrier.valid = False
            self._mark(place, False)

    def _mark(self, place: tuple[int, int], live: bool) -> None:
        """Tell the race checker where mbarriers are."""
        if checker := self.interpreter.shared_checker:
            start = place[0] * self.interpreter.shared_stride + place[1]
            checker.mark_barrier(start, live)

    def _end(self, lane: int, barrier: Mbarrier, address: int) -> None:
        """Check that other warps' uses happened before an initialization or invalidation."""
        interpreter, warp = self.interpreter, lane // 32
        clocks = interpreter.clocks
        for other, clock in barrier.used.items():
            if other == warp or clock <= clocks.known[warp, other % clocks.warps]:
                continue
            case = np.array([warp]), interpreter.thread[[other * 32]], np.array([clock])
            if interpreter.release_acquire.unknown(*case).any():
                self._report("race-overwrite", lane, address, other=other)

    def _report(
        self, kind: str, lane: int, address: int, note: str = "", other: int | None = None
    ) -> None:
        interpreter = self.interpreter
        lanes = (lane,) if other is None else (lane, other * 32)
        interpreter.findings.add(
            kind,
            interpreter.at,
            memory="shared",
            byte=address - SHARED_BASE,
            threads=tuple(map(interpreter.name_lane, lanes)),
            note=note,
        )

    def find(self, lane: int, address: int, *, asynchronous: bool = False) -> Mbarrier | None:
        """The mbarrier at a shared address in a thread's cluster; adds a finding if it is not
        initialized."""
        interpreter = self.interpreter
        block, address = interpreter.clusters.place(lane, address)
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
            barrier.used[warp] = int(interpreter.clocks.clock[warp])
        return barrier

    def _is_visible(self, barrier: Mbarrier, warp: int) -> bool:
        """Whether a warp sees an initialization: it has acquired it, or waited at a cluster barrier
        behind fence.mbarrier_init."""
        interpreter = self.interpreter
        column = barrier.warp % interpreter.clocks.warps
        over = interpreter.clusters.over[warp, column] if barrier.fenced else -1
        return barrier.clock <= max(over, interpreter.clocks.known[warp, column])

    def arrive(self, lane: int, barrier: Mbarrier, arrivals: int, expected: int) -> None:
        if recorder := self.interpreter.options.recorder:
            recorder.arrive(self.interpreter, lane, self.phase(barrier))
        self.interpreter.changed += 1
        if self.interpreter.options.check:
            self._release(lane, barrier)
        if arrivals:
            self.interpreter.clusters.reached(lane, barrier.block)
        barrier.left -= arrivals
        barrier.pending_bytes += expected
        self.settle(barrier)

    def _release(self, lane: int, barrier: Mbarrier) -> None:
        """Add what a lane releases to what the phase's arrivals do."""
        lanes = self.interpreter.clocks.known_lanes(lane)
        known = self.interpreter.clocks.release_lane(lane)
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
        self.interpreter.control.barriers.wake()

    def passed(self, active: np.ndarray, lane: int, barrier: Mbarrier, parity: int) -> bool:
        """Whether the phase with that parity is complete; if so, the active lanes of a lane's warp
        acquire what its arrivals released."""
        if (barrier.phase & 1) == parity:
            return False
        clocks, warp = self.interpreter.clocks, lane // 32
        if recorder := self.interpreter.options.recorder:
            block, column, phase = self.phase(barrier)
            recorder.wait(self.interpreter, warp, (block, column, phase - 1))
        if barrier.completed is not None:
            clocks.acquire(warp, barrier.completed)
        if warp in barrier.lanes_completed:
            first = warp * 32
            lanes = first + np.flatnonzero(active[first : first + 32])
            clocks.acquire_lanes(lanes, barrier.lanes_completed[warp])
        known = clocks.known[warp]
        known[barrier.column] = max(known[barrier.column], barrier.phase)
        return True

    def times_out(self, lane: int, barrier: Mbarrier | None, parity: int) -> bool:
        """Whether a test fails although the phase may be complete.

        The first test does, in the order of execution in which waits time out.
        """
        order = self.interpreter.options.order
        if barrier is None or order is None or not order.times_out:
            return False
        warp, column = lane // 32, barrier.column
        known = int(self.interpreter.clocks.known[warp, column])
        test = warp, self.interpreter.at, column, known
        # The phase before the first one is complete from the start.
        if test in self.timed_out or known == barrier.phase or parity > barrier.phase:
            return False
        self.timed_out.add(test)
        return True

    def fence(self, warps: np.ndarray) -> None:
        fencing = set(warps.tolist())
        for barrier in self.all.values():
            barrier.fenced |= barrier.warp in fencing
