"""Global memory: threads of a block are ordered by its barriers, and any by fences and atomics.

Whoever meets an atomic of another thread in a place knows what that thread's fence of the device
before it has handed on. The fence on the other side is not asked for: the CUDA C++ Programming
Guide's sum by the last block has none. Whoever meets it by a strong load (volatile, relaxed,
acquire) knows it behind a fence of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from ..isa.operands import Code
from .happens_before import NOBODY, latest
from .races import Checker

if TYPE_CHECKING:
    from ..functional.interpreter import Machine

# Readers of a granule that are kept: the last thread, and the last one before it that was another
# thread of its warp, a thread of another warp of its block, a thread of another block. So each
# writer finds a reader that it is not ordered after, if there is any in another block or warp.
LAST, SAME_WARP, SAME_BLOCK, ANOTHER_BLOCK = range(4)
READERS = 4


def is_strong(code: Code) -> bool:
    """Whether a load is volatile, relaxed or acquire, for the device or more than it."""
    return code.base in ("LDG", "LD") and code.has("STRONG") and code.has("GPU", "SYS")


class GlobalChecker(Checker):
    """Threads are numbered in the launch, since those of blocks that ran before still count."""

    def __init__(self, machine: Machine, *of: Any) -> None:
        super().__init__(machine, *of)
        self.strong = [code.at for code in machine.program.codes if is_strong(code)]

    def name(self, thread: int) -> tuple:
        return self.machine.name_thread(thread)

    def warp(self, thread: np.ndarray) -> np.ndarray:
        return self.machine.lane_of(thread) // WARP

    def conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        apart = (other != thread) & (other >= 0)
        if not apart.any():
            return apart, apart
        clocks = self.machine.clocks
        mine, theirs = thread // WARP, other // WARP
        same_warp = apart & (mine == theirs)
        current = self.warp(thread)
        warps = self.machine.warps_per_block
        column = clocks.local[current] // warps * warps + theirs % warps
        ordered = clocks.ordered(current, column, clock) & (mine // warps == theirs // warps)
        within = same_warp & (clock >= clocks.converged[current])
        across = apart & ~same_warp & ~ordered
        for case in np.flatnonzero(across) if clocks.learnt else ():
            learnt = clocks.learnt.get(int(current[case]), {})
            known = max(learnt.get(int(who[case]), -1) for who in (other, -1 - theirs))
            across[case] = clock[case] > known
        return across, within

    def fence(self, lanes: np.ndarray) -> None:
        """Lanes hand on what they did, and what their warps know, by their next atomics."""
        machine, clocks, warps = self.machine, self.machine.clocks, self.machine.warps_per_block
        for warp in np.unique(lanes // WARP):
            threads = machine.thread[lanes[lanes // WARP == warp]]
            own, before = int(clocks.local[warp]), int(clocks.clock[warp])
            known = clocks.release(int(warp))
            # Of the warp's other lanes, what they did before all lanes last synchronized.
            known[own] = clocks.converged[warp] - 1
            of_block = known[own // warps * warps :][:warps].tolist()
            first = int(threads[0]) // WARP - own % warps
            handed_on = {-1 - first - at: clock for at, clock in enumerate(of_block)}
            latest(handed_on, clocks.learnt.get(int(warp), {}))
            for thread in threads.tolist():
                clocks.fenced[thread] = {**handed_on, thread: before}

    def atomic(self, at: np.ndarray, width: int, thread: np.ndarray) -> None:
        super().atomic(at, width, thread)
        clocks, handed_on = self.machine.clocks, self.shadow.handed_on
        if not (clocks.fenced or handed_on):
            return
        for place, one, warp in zip(at.tolist(), thread.tolist(), self.warp(thread), strict=True):
            here = handed_on.setdefault(place, {})
            latest(here, clocks.fenced.get(one, {}))
            latest(clocks.learnt.setdefault(int(warp), {}), here)

    def meet(self, at: np.ndarray, thread: np.ndarray) -> None:
        """Strong loads of what atomics have written."""
        handed_on, met = self.shadow.handed_on, self.machine.clocks.met
        for place, warp in zip(at.tolist(), self.warp(thread).tolist(), strict=True):
            if place in handed_on:
                latest(met.setdefault(warp, {}), handed_on[place])

    def acquire(self, lanes: np.ndarray) -> None:
        """What lanes load from now on is not older than what their strong loads have met."""
        clocks = self.machine.clocks
        for warp in np.unique(lanes // WARP).tolist():
            if warp in clocks.met:
                latest(clocks.learnt.setdefault(warp, {}), clocks.met.pop(warp))

    def _relation(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        """LAST where they are one thread, else the column that `other` belongs in."""
        warps = self.machine.warps_per_block
        mine, theirs = thread // WARP, other // WARP
        return (
            (thread != other).astype(np.int8)
            + (mine != theirs)
            + (mine // warps != theirs // warps)
        )

    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        shadow, machine = self.shadow, self.machine
        rows = shadow.reader, shadow.read_clock, shadow.read_at
        last = shadow.reader[place, LAST]
        moves = (last != thread) & (last != NOBODY)
        if moves.any():
            where, last = place[moves], last[moves]
            column = self._relation(thread[moves], last)
            # Who stood in the columns before was near the last reader, not near this one.
            for nearer in (SAME_WARP, SAME_BLOCK):
                shadow.reader[where[column > nearer], nearer] = NOBODY
            for row in rows:
                row[where, column] = row[where, LAST]
        clock = machine.clocks.clock[self.warp(thread)]
        for row, value in zip(rows, (thread, clock, machine.at), strict=True):
            row[place, LAST] = value
        # Lanes of this very instruction that read one place: the last one stayed.
        stayed = shadow.reader[place, LAST]
        meets = stayed != thread
        if meets.any():
            where, column = place[meets], self._relation(stayed[meets], thread[meets])
            for row, value in zip(rows, (thread[meets], clock[meets], machine.at), strict=True):
                row[where, column] = value

    def check_kind(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Nothing here writes global memory asynchronously."""

    def against_reads(self, place: np.ndarray, thread: np.ndarray, *, atomic: bool = False) -> None:
        shadow = self.shadow
        for column in range(READERS):
            rows = shadow.reader, shadow.read_clock, shadow.read_at
            reader, clock, at = (row[place, column] for row in rows)
            if atomic:
                reader = np.where(np.isin(at, self.strong), NOBODY, reader)
            self.report_conflicts("race-overwrite", place, thread, (reader, clock, at))
