"""mbarriers: objects in shared memory that count arrivals and bytes, phase by phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .memory import SHARED_BASE

if TYPE_CHECKING:
    from ..functional.interpreter import Machine


@dataclass
class Mbarrier:
    """One barrier of a block. `column` is its place among the clocks of the cluster's warps."""

    count: int
    left: int
    block: int
    column: int
    warp: int
    clock: int
    pending_bytes: int = 0
    phase: int = 0
    fenced: bool = False
    # What those who arrived in this phase, and in all before, knew.
    arriving: np.ndarray | None = None
    completed: np.ndarray | None = None


class Mbarriers:
    """All of a run, by block and address."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.all: dict[tuple[int, int], Mbarrier] = {}

    def initialize(self, lane: int, address: int, count: int) -> None:
        machine = self.machine
        place, warp = machine.clusters.place(lane, address), lane // 32
        block = place[0]
        first = block - block % machine.cluster
        known = [one for (of, _), one in self.all.items() if first <= of < first + machine.cluster]
        old = self.all.get(place)
        column = old.column if old else machine.clocks.warps + len(known)
        clock = int(machine.clocks.clock[warp])
        machine.changed += 1
        self.all[place] = Mbarrier(count, count, block, column, warp, clock)

    def find(self, lane: int, address: int, *, asynchronous: bool = False) -> Mbarrier | None:
        """The barrier at an address of a thread's cluster; a finding where it is not ready."""
        machine = self.machine
        block, address = machine.clusters.place(lane, address)
        barrier = self.all.get((block, address))
        warp = lane // 32
        problem = ""
        if barrier is None:
            problem = "never initialized"
        elif barrier.warp != warp and not (
            barrier.clock <= machine.clocks.known[warp, barrier.warp % machine.clocks.warps]
        ):
            problem = "initialized by another warp, with nothing between them"
        elif asynchronous and not barrier.fenced:
            problem = "initialized without a fence for the asynchronous proxy"
        if problem:
            machine.findings.add(
                "barrier-not-initialized",
                machine.at,
                memory="shared",
                byte=address - SHARED_BASE,
                threads=(machine.name_lane(lane),),
                note=problem,
            )
        return barrier

    def arrive(self, lane: int, barrier: Mbarrier, arrivals: int, expected: int) -> None:
        if recorder := self.machine.options.recorder:
            recorder.arrive(self.machine, lane, self.phase(barrier))
        self.machine.changed += 1
        known = self.machine.clocks.release(lane // 32)
        if arrivals:
            self.machine.clusters.reached(lane, barrier.block)
        before = barrier.arriving
        barrier.arriving = known if before is None else np.maximum(before, known)
        barrier.left -= arrivals
        barrier.pending_bytes += expected
        self.settle(barrier)

    def phase(self, barrier: Mbarrier) -> tuple[int, int, int]:
        """A barrier's phase now, for a recorder."""
        return barrier.block, barrier.column, barrier.phase

    def settle(self, barrier: Mbarrier) -> None:
        """Begin the next phase once nothing is missing in this one."""
        if barrier.left or barrier.pending_bytes:
            return
        barrier.phase += 1
        barrier.left = barrier.count
        barrier.completed, barrier.arriving = barrier.arriving, None
        self.machine.control.barriers.wake()

    def passed(self, lane: int, barrier: Mbarrier, parity: int) -> bool:
        """Whether the phase of that parity is over; if so the warp knows what led to it."""
        if (barrier.phase & 1) == parity:
            return False
        if recorder := self.machine.options.recorder:
            block, column, phase = self.phase(barrier)
            recorder.wait(self.machine, lane // 32, (block, column, phase - 1))
        clocks, warp = self.machine.clocks, lane // 32
        if barrier.completed is not None:
            clocks.acquire(warp, barrier.completed)
        known = clocks.known[warp]
        known[barrier.column] = max(known[barrier.column], barrier.phase)
        return True

    def fence(self, warps: np.ndarray) -> None:
        for barrier in self.all.values():
            barrier.fenced |= barrier.warp in warps
