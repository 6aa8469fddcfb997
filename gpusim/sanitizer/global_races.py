"""Data races in global memory.

Threads of a block are ordered by its barriers; any threads are ordered by a fence and an atomic. A
thread whose atomic hits the address of another thread's atomic acquires what that thread's last
device-scope fence released. No fence is required on the acquiring side: the CUDA C++ Programming
Guide's last-block sum has none. A strong load (volatile, relaxed, acquire) of an atomic's result
acquires it at the loading thread's next fence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from ..isa.operands import Code
from .happens_before import NOBODY, latest
from .races import Checker

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter

# Stored readers of a granule: the last thread, and before it the last other thread of its warp, of
# another warp of its block, and of another block. Thus every writer finds a reader that it is not
# ordered after, if one exists in another block or warp.
LAST, SAME_WARP, SAME_BLOCK, ANOTHER_BLOCK = range(4)
READERS = 4


def is_strong(code: Code) -> bool:
    """Whether a load is volatile, relaxed or acquire at device scope or wider."""
    return code.base in ("LDG", "LD") and code.has("STRONG") and code.has("GPU", "SYS")


class GlobalChecker(Checker):
    """Threads have launch-wide numbers: accesses of blocks that ran earlier still count."""

    def __init__(self, interpreter: Interpreter, *of: Any) -> None:
        super().__init__(interpreter, *of)
        self.strong = [code.at for code in interpreter.program.codes if is_strong(code)]

    def name(self, thread: int) -> tuple:
        return self.interpreter.name_thread(thread)

    def warp(self, thread: np.ndarray) -> np.ndarray:
        return self.interpreter.lane_of(thread) // WARP

    def conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        apart = (other != thread) & (other >= 0)
        if not apart.any():
            return apart, apart
        clocks = self.interpreter.clocks
        own_warp, other_warp = thread // WARP, other // WARP
        same_warp = apart & (own_warp == other_warp)
        current = self.warp(thread)
        warps = self.interpreter.warps_per_block
        column = clocks.local[current] // warps * warps + other_warp % warps
        ordered = clocks.ordered(current, column, clock) & (
            own_warp // warps == other_warp // warps
        )
        within = same_warp & (clock >= clocks.converged[current])
        across = apart & ~same_warp & ~ordered
        for case in np.flatnonzero(across) if clocks.learnt else ():
            learnt = clocks.learnt.get(int(current[case]), {})
            known = max(learnt.get(int(who[case]), -1) for who in (other, -1 - other_warp))
            across[case] = clock[case] > known
        return across, within

    def fence(self, lanes: np.ndarray) -> None:
        """Lanes release their accesses, and what their warps have acquired, to their next
        atomics.
        """
        interpreter, clocks, warps = (
            self.interpreter,
            self.interpreter.clocks,
            self.interpreter.warps_per_block,
        )
        for warp in np.unique(lanes // WARP):
            threads = interpreter.thread[lanes[lanes // WARP == warp]]
            own, before = int(clocks.local[warp]), int(clocks.clock[warp])
            known = clocks.release(int(warp))
            # For other lanes of the warp: their accesses before the last warp synchronization.
            known[own] = clocks.converged[warp] - 1
            of_block = known[own // warps * warps :][:warps].tolist()
            first = int(threads[0]) // WARP - own % warps
            handed_on = {-1 - first - at: clock for at, clock in enumerate(of_block)}
            latest(handed_on, clocks.learnt.get(int(warp), {}))
            for thread in threads.tolist():
                clocks.fenced[thread] = {**handed_on, thread: before}

    def atomic(self, at: np.ndarray, width: int, thread: np.ndarray) -> None:
        super().atomic(at, width, thread)
        clocks, handed_on = self.interpreter.clocks, self.shadow.handed_on
        if not (clocks.fenced or handed_on):
            return
        for place, one, warp in zip(at.tolist(), thread.tolist(), self.warp(thread), strict=True):
            here = handed_on.setdefault(place, {})
            latest(here, clocks.fenced.get(one, {}))
            latest(clocks.learnt.setdefault(int(warp), {}), here)

    def meet(self, at: np.ndarray, thread: np.ndarray) -> None:
        """Strong loads of values that atomics wrote."""
        handed_on, met = self.shadow.handed_on, self.interpreter.clocks.met
        for place, warp in zip(at.tolist(), self.warp(thread).tolist(), strict=True):
            if place in handed_on:
                latest(met.setdefault(warp, {}), handed_on[place])

    def acquire(self, lanes: np.ndarray) -> None:
        """Later loads of these lanes are ordered after the atomics that their strong loads read."""
        clocks = self.interpreter.clocks
        for warp in np.unique(lanes // WARP).tolist():
            if warp in clocks.met:
                latest(clocks.learnt.setdefault(warp, {}), clocks.met.pop(warp))

    def _relation(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Column of `other` relative to `thread`; LAST if they are the same thread."""
        warps = self.interpreter.warps_per_block
        own_warp, other_warp = thread // WARP, other // WARP
        return (
            (thread != other).astype(np.int8)
            + (own_warp != other_warp)
            + (own_warp // warps != other_warp // warps)
        )

    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        shadow, interpreter = self.shadow, self.interpreter
        rows = shadow.reader, shadow.read_clock, shadow.read_at
        last = shadow.reader[place, LAST]
        moves = (last != thread) & (last != NOBODY)
        if moves.any():
            where, last = place[moves], last[moves]
            column = self._relation(thread[moves], last)
            # The columns were relative to the last reader, not to this one.
            for nearer in (SAME_WARP, SAME_BLOCK):
                shadow.reader[where[column > nearer], nearer] = NOBODY
            for row in rows:
                row[where, column] = row[where, LAST]
        clock = interpreter.clocks.clock[self.warp(thread)]
        for row, value in zip(rows, (thread, clock, interpreter.at), strict=True):
            row[place, LAST] = value
        # Several lanes of this instruction read the same place: only the last one was stored.
        stayed = shadow.reader[place, LAST]
        meets = stayed != thread
        if meets.any():
            where, column = place[meets], self._relation(stayed[meets], thread[meets])
            for row, value in zip(rows, (thread[meets], clock[meets], interpreter.at), strict=True):
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
