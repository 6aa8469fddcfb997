"""mbarriers: objects in shared memory that count arrivals and bytes, phase by phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .memory import SHARED_BASE

if TYPE_CHECKING:
    from .machine import Machine


@dataclass
class Mbarrier:
    """One barrier of one block. `column` is its place among the clocks of the block's warps."""

    count: int
    left: int
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
        block, warp = int(machine.block_of[lane]), lane // 32
        known = [one for (of, _), one in self.all.items() if of == block]
        old = self.all.get((block, address))
        column = old.column if old else machine.clocks.warps + len(known)
        clock = int(machine.clocks.clock[warp])
        self.all[block, address] = Mbarrier(count, count, column, warp, clock)

    def find(self, lane: int, address: int, *, asynchronous: bool = False) -> Mbarrier | None:
        """The barrier at an address of a thread's block; a finding where it is not ready for it."""
        machine = self.machine
        barrier = self.all.get((int(machine.block_of[lane]), address))
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
            recorder.arrive(self.machine, lane, self.phase(lane, barrier))
        known = self.machine.clocks.release(lane // 32)
        before = barrier.arriving
        barrier.arriving = known if before is None else np.maximum(before, known)
        barrier.left -= arrivals
        barrier.pending_bytes += expected
        self.settle(barrier)

    def phase(self, lane: int, barrier: Mbarrier) -> tuple[int, int, int]:
        """A barrier's phase now, for a recorder."""
        return int(self.machine.block_of[lane]), barrier.column, barrier.phase

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
            block, column, phase = self.phase(lane, barrier)
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
