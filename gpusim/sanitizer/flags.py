"""Strong loads that need an order: data that a thread loads after it has seen another's flag.

Strong accesses (volatile, relaxed) do not race, so a flag that is raised before its data are stored
is no race if both are volatile. It is an error: PTX orders accesses of different addresses by
fences alone. Here a flag is a word whose load, or atomic, decides a branch; other strong loads load
data. Data that another thread has stored are reported as a race

- if a thread of the warp, or one before its barriers, has seen a flag, or the same thread's store
  to another word, and the store is not ordered before the load;
- if the load precedes that of a flag which the storing block has raised;
- if the store overwrites what a thread has loaded after a flag, and is not ordered after the load.

A load that its thread repeats is not judged: a sequence lock discards what it has loaded too early.
Values that atomics have made are not judged: programs count with them, and read counters at any
time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from .happens_before import decides, is_strong

if TYPE_CHECKING:
    from ..isa.decoder import Code
    from ..isa.program import Program
    from .global_races import GlobalChecker

# Key of a flag, among the threads whose stores a warp has seen; theirs have the word as value.
_FLAG = -1


def flags(program: Program) -> frozenset[int]:
    """Strong global loads and atomics whose value decides a branch or another instruction's
    execution."""
    return frozenset(code.at for code in _values(program) if decides(code, program))


def _values(program: Program) -> Iterator[Code]:
    """Strong loads of global memory, and atomics."""
    for code in program.codes:
        if code.row.access in ("global.load", "global.atomic") and is_strong(code):
            yield code


class Flags:
    """What the warps of a run have seen of other threads' stores."""

    def __init__(self, checker: GlobalChecker) -> None:
        self.checker, self.execution = checker, checker.execution
        program = self.execution.program
        self.flags = flags(program)
        self.data = frozenset(
            code.at for code in _values(program) if code.row.access == "global.load"
        )
        self.data -= self.flags
        self.stores = np.array([code.row.access == "global.store" for code in program.codes])
        # By load of data and lane: the granule that it last read, without an order, and its clock;
        # -1 where the lane has seen a flag since.
        self.early: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        # By load of data, thread and granule: the writer that has to be ordered before it, and its
        # instruction.
        self.late: dict[tuple[int, int, int], tuple[int, int]] = {}
        # By granule, the last thread that has loaded it as data after a flag.
        self.readers: dict[int, int] = {}

    def concern(self, at: int) -> bool:
        return at in self.flags or at in self.data

    def load(self, place: np.ndarray, thread: np.ndarray, unordered: np.ndarray) -> np.ndarray:
        """The current instruction's strong reads of other threads' `unordered` strong writes, those
        that need an order."""
        at = self.execution.at
        if at in self.flags:
            self._saw_flag(place[unordered], thread[unordered])
        if at not in self.data:
            return np.zeros(place.shape, bool)
        shadow, seen = self.checker.shadow, self.execution.clocks.seen
        warp = self.checker.warp(thread)
        stored = unordered & self.stores[shadow.written_at[place]]
        late = np.zeros(place.shape, bool)
        noted: list[tuple[int, int, int]] = []
        for case in np.flatnonzero(stored).tolist():
            writer, of_warp = int(shadow.writer[place[case]]), int(warp[case])
            # The first granule of the word.
            word = int(place[thread == thread[case]].min())
            late[case] = (
                seen.get(of_warp, _FLAG) is not None or seen.get(of_warp, writer, word) != word
            )
            noted.append((of_warp, writer, word))
        for of_warp, writer, word in noted:
            seen.new.setdefault(of_warp, {})[writer] = word
        if seen.new or seen.known:
            after = [one for one in np.unique(warp).tolist() if seen.get(one, _FLAG) is not None]
            of_data = np.isin(warp, after)
            self.readers.update(zip(place[of_data].tolist(), thread[of_data].tolist(), strict=True))
        self._note_late(place, thread, late)
        early = ~late & (stored | (shadow.writer[place] < 0))
        if early.any() and self.flags:
            self._note_early(place[early], thread[early])
        return late

    def together(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Threads execute one atomic, one after the other: all but the first of a granule see the
        flag of those before them."""
        if self.execution.at in self.flags:
            first = np.unique(place, return_index=True)[1]
            later = np.ones(place.shape, bool)
            later[first] = False
            apart = thread // WARP != thread[first][np.searchsorted(place[first], place)] // WARP
            if (later & apart).any():
                self._saw_flag(place[later & apart], thread[later & apart])

    def _note_late(self, place: np.ndarray, thread: np.ndarray, late: np.ndarray) -> None:
        at, shadow = self.execution.at, self.checker.shadow
        if self.late:
            for key in zip(thread.tolist(), place.tolist(), strict=True):
                self.late.pop((at, *key), None)
        for one in np.flatnonzero(late).tolist():
            case = int(place[one])
            by = int(shadow.writer[case]), int(shadow.written_at[case])
            self.late[at, int(thread[one]), case] = by

    def finish(self) -> None:
        """Report the loads of data that were never repeated."""
        for (at, thread, place), by in self.late.items():
            self.checker.report_at(at, "race-read", place, thread, *by)
        self.late.clear()

    def _note_early(self, place: np.ndarray, thread: np.ndarray) -> None:
        rows = self.early.get(self.execution.at)
        if rows is None:
            rows = tuple(np.full(self.execution.threads, -1, np.int64) for _ in range(2))
            self.early[self.execution.at] = rows
        lanes = self.checker.lanes(thread)
        rows[0][lanes], rows[1][lanes] = place, self.execution.clocks.clock[lanes // WARP]

    def _saw_flag(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Threads have seen flags of other threads."""
        shadow, seen = self.checker.shadow, self.execution.clocks.seen
        for warp in np.unique(self.checker.warp(thread)).tolist():
            seen.new.setdefault(warp, {})[_FLAG] = 0
        if not self.early:
            return
        size = self.execution.threads_per_block
        for lane, reader, raised in zip(
            self.checker.lanes(thread), thread, shadow.writer[place], strict=True
        ):
            for at, (places, clocks) in self.early.items():
                read, writer = places[lane], shadow.writer[places[lane]]
                if read < 0 or writer < 0 or writer // size != raised // size or writer == reader:
                    continue
                written = shadow.written_at[read]
                case = (np.array([one]) for one in (writer, reader, clocks[lane]))
                if self.stores[written] and self._is_after(*case):
                    self.late[at, int(reader), int(read)] = int(writer), int(written)
                places[lane] = -1

    def _is_after(self, writer: np.ndarray, reader: np.ndarray, clock: np.ndarray) -> bool:
        """Whether a write is not ordered after a read, as far as this run knows its thread."""
        known = self.checker.lanes(writer)[0] >= 0
        return bool(known and self.checker.conflict(writer, reader, clock)[0].any())

    def was_data(self, place: np.ndarray, thread: np.ndarray) -> np.ndarray:
        """Whether threads have loaded granules as data after a flag."""
        if not self.readers:
            return np.zeros(place.shape, bool)
        readers = [self.readers.get(one, -1) for one in place.tolist()]
        return np.array(readers) == thread
