"""Data races in global memory, and proxy fences before bulk copies that read it.

Threads of a block are ordered by its barriers; any threads are ordered by release and acquire.
Accesses of the previous launch happen before this one. In a dependent launch they happen only
before accesses after griddepcontrol.wait, in the same warp or after a barrier of its block.

Bulk copies access memory through the asynchronous proxy. An ordinary write is ordered before one
only by a proxy fence: of the writing thread after the write, or of the copying thread before the
copy (PTX ISA, "Proxies", "Async proxy" and `fence.proxy.async`).

Strong loads that need an order: data that a thread loads after it has seen another's flag.

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

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from ..state.memory import PAGE, PagedArray, PagedColumns, Pages
from .happens_before import (
    ATOMIC,
    COPYING,
    GENERIC,
    MANY,
    NOBODY,
    THROUGH_PROXY,
    UNFENCED,
    Known,
    Shadow,
    decides,
    is_strong,
    of_block,
)
from .races import Checker

if TYPE_CHECKING:
    from ..isa.decoder import Code
    from ..isa.program import Program
    from ..launch import Call
    from ..state.execution import Execution


# A proxy fence's FENCE is at most so many instructions behind its MEMBAR.
_AFTER_MEMBAR = 8


def loads_in_bulk(program: Program) -> bool:
    """Whether a kernel has bulk copies from global memory."""
    return any(
        code.base == "UTMALDG" or (code.base == "UBLKCP" and code.modifiers[:2] == ("S", "G"))
        for code in program.codes
    )


def fences_global(program: Program, code: Code) -> bool:
    """Whether a FENCE orders global memory.

    `fence.proxy.async.global` has its own modifier. Without a state space, ptxas emits the fence of
    shared memory behind a MEMBAR of the GPU; `.shared::cta` has one of the block.
    """
    before = program.codes[max(0, code.at - _AFTER_MEMBAR) : code.at]
    membars = [c for c in before if c.base == "MEMBAR"]
    return code.has("G") or any(not c.has("CTA") for c in membars[-1:])


class ProxyFences:
    """The ordinary writes of a run's threads that no proxy fence has followed yet, and what each
    lane knew at its last one."""

    def __init__(self, checker: GlobalChecker) -> None:
        self.checker, self.execution = checker, checker.execution
        program = self.execution.program
        self.fences = frozenset(
            code.at
            for code in program.codes
            if code.base == "FENCE" and fences_global(program, code)
        )
        self.unfenced: list[tuple[np.ndarray, np.ndarray]] = []
        # By lane: clocks of its cluster's warps, of its own warp's lanes, and of other blocks.
        self.known: dict[int, tuple[np.ndarray, np.ndarray, Known]] = {}

    def wrote(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Ordinary writes and atomics of launch-wide threads."""
        self.checker.shadow.fenced[place] = UNFENCED
        if self.fences:
            self.unfenced.append((place, thread))

    def fence(self, lanes: np.ndarray) -> None:
        """The lanes execute the current instruction, a proxy fence."""
        execution, shadow = self.execution, self.checker.shadow
        if execution.at not in self.fences:
            return
        clocks, left = execution.clocks, []
        active = np.zeros(execution.threads, bool)
        active[lanes] = True
        for place, thread in self.unfenced:
            lane = execution.lane_of(thread)
            done = active[lane] & (shadow.writer[place] == thread)
            shadow.fenced[place[done]] = clocks.clock[lane[done] // WARP]
            if not active[lane].all():
                left.append((place[~active[lane]], thread[~active[lane]]))
        self.unfenced = left
        for warp in np.unique(lanes // WARP).tolist():
            known = clocks.known[warp].copy()
            known[clocks.local[warp]] = clocks.converged[warp] - 1
            learnt = dict(clocks.learnt.get(warp, {}))
            for lane in lanes[lanes // WARP == warp].tolist():
                self.known[lane] = known, clocks.known_lanes(lane), learnt

    def check(self, place: np.ndarray, lane: int) -> None:
        """Check that fences order earlier writes before a bulk copy of a lane that reads them."""
        checker, shadow = self.checker, self.checker.shadow
        fenced, writer = shadow.fenced[place], shadow.writer[place]
        ordinary = (shadow.kind[place] != COPYING) & (writer >= 0) & (fenced != THROUGH_PROXY)
        place, fenced, writer = place[ordinary], fenced[ordinary], writer[ordinary]
        thread = np.full(place.shape, self.execution.thread[lane])
        across, within = checker.conflict(thread, writer, fenced)
        missing = (fenced == UNFENCED) | across | within
        missing &= ~self._was_known(lane, writer, shadow.written_clock[place])
        if missing.any():
            at = shadow.written_at[place[missing]]
            checker.report("proxy-fence", place[missing], thread[missing], writer[missing], at)

    def _was_known(self, lane: int, writer: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether other threads' writes happened before the lane's last proxy fence."""
        if lane not in self.known:
            return np.zeros(writer.shape, bool)
        warps, lanes, learnt = self.known[lane]
        clocks, other = self.execution.clocks, self.execution.lane_of(writer)
        of_cluster = (other >= 0) & (other // WARP // clocks.warps == lane // WARP // clocks.warps)
        result = of_cluster & (clock <= warps[other // WARP % clocks.warps])
        result |= (other // WARP == lane // WARP) & (clock <= lanes[other % WARP])
        from_elsewhere = [
            max(learnt.get(one, -1), learnt.get(-1 - one // WARP, -1)) for one in writer.tolist()
        ]
        return result | (clock <= np.array(from_elsewhere, np.int64))


# --- strong loads that need an order --------------------------------------------------------------

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


# --- the shadow -----------------------------------------------------------------------------------

# Columns of a granule's readers: the last thread, and the last reader before it that is another
# thread of its warp, of another warp of its block, and of another block. So for every writer, a
# reader in another block or warp is stored if there is one.
LAST, SAME_WARP, SAME_BLOCK, ANOTHER_BLOCK = range(4)
READERS = 4


class GlobalShadow(Shadow):
    """The shadow of global memory, of which only pages that are accessed are stored.

    `unwritten` are the ranges of granules that nothing has written before the first launch.
    """

    def __init__(self, granules: int, unwritten: Iterable[tuple[int, int]]) -> None:
        self._pages: dict[str, Pages] = {}
        self._unwritten = list(unwritten)
        super().__init__(granules, READERS)
        # Whether previous launches that may still be running have written and read granules: two
        # arrays of bool for each launch.
        self.pending: list[tuple[PagedArray, PagedArray]] = []
        self._is_pending = False
        # Whether any ld.global.nc has read what is no input.
        self.has_read_only = False
        self.writer.defaults[0] = MANY
        self.writer.data[:PAGE] = MANY

    def _column(self, granules: int, group: str, dtype: type, default: int) -> PagedArray:
        if group not in self._pages:
            self._pages[group] = pages = Pages(granules, defaults=2)
            for start, end in self._unwritten:
                pages.set_default(start, end, 1)
        return PagedArray(self._pages[group], dtype, default, default)

    def _columns(self, granules: int, count: int, dtype: type, default: int) -> PagedColumns:
        return PagedColumns(
            self._column(granules, f"read {number}", dtype, default) for number in range(count)
        )

    def begin_launch(self, call: Call) -> None:
        """Order all accesses so far before those of a kernel, whose instructions have other
        indices; before those of a dependent launch only behind a wait."""
        before = self.pending if self._is_pending else []
        self.pending = []
        if call.dependent:
            written = self.writer.mapped(lambda writer: writer >= 0)
            read = self.reader.columns[LAST].mapped(lambda reader: reader != NOBODY)
            self.pending = [(written, read), *before]
        waits = any(code.base == "ACQBULK" for code in call.program.codes)
        self._is_pending = call.dependent and not waits

        def by_many(writer: np.ndarray) -> None:
            writer[writer >= 0] = MANY

        self.writer.change(by_many)
        self.written_at.change(lambda data: data.fill(-1))
        for column in self.reader.columns:
            column.change(lambda data: data.fill(NOBODY))
        self.observed.clear()

    def accessed_before(self, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whether previous launches that may still be running have written and read granules."""
        written, read = zip(*self.pending, strict=True)
        return tuple(
            np.logical_or.reduce([one[place] for one in arrays]) for arrays in (written, read)
        )


class GlobalChecker(Checker):
    """Threads have launch-wide numbers: accesses of blocks that ran earlier still count."""

    shadow: GlobalShadow

    def __init__(self, execution: Execution, *of: Any) -> None:
        super().__init__(execution, *of)
        # By warp, its clock when it waited for the previous launch; -1 before.
        self.waited = np.full(execution.warps, -1, np.int64)
        self.proxy = ProxyFences(self) if loads_in_bulk(execution.program) else None
        strong = [code for code in execution.program.codes if is_strong(code)]
        self.strong = [code.at for code in strong]
        self.strong_in_block = [code.at for code in strong if of_block(code)]
        self.flags = Flags(self) if strong else None
        # Loads by ld.global.nc.
        loads = (code for code in execution.program.codes if code.row.access == "global.load")
        self.read_only = [code.at for code in loads if code.has("CONSTANT")]

    def lanes(self, thread: np.ndarray) -> np.ndarray:
        return self.execution.lane_of(thread)

    def launch_wide(self, thread: np.ndarray) -> np.ndarray:
        return thread

    def column(self, thread: np.ndarray) -> int:
        return LAST

    def other_column(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        warps = self.execution.warps_per_block
        own_warp, other_warp = thread // WARP, other // WARP
        return (
            np.int8(SAME_WARP)
            + (own_warp != other_warp)
            + (own_warp // warps != other_warp // warps)
        )

    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        inputs = self.execution.memory.in_inputs(place * self.granule)
        if inputs is not None:
            # To write an input is a finding by itself.
            place, thread = place[~inputs], thread[~inputs]
        if not place.size:
            return
        if self.execution.at in self.read_only:
            self.shadow.has_read_only = True
            writer = self.shadow.writer[place]
            written = np.flatnonzero(writer >= 0)
            if written.size:
                where = place[written]
                pcs = self.shadow.written_at[where]
                self.report("read-only", where, thread[written], writer[written], pcs)
        super().note_read(place, thread)

    def move_read(self, place: np.ndarray, column: int, to: np.ndarray) -> None:
        # The columns were relative to the last reader, not to this one.
        for nearer in (SAME_WARP, SAME_BLOCK):
            self.shadow.reader[place[to > nearer], nearer] = NOBODY
        super().move_read(place, column, to)

    def read_strong(self, place: np.ndarray, thread: np.ndarray, strong: np.ndarray) -> np.ndarray:
        shadow = self.shadow
        if self.flags and self.flags.concern(self.execution.at):
            writer = shadow.writer[place]
            unordered = strong & (writer >= 0)
            if unordered.any():
                across, _ = self.conflict(thread, writer, shadow.written_clock[place])
                unordered = self._unobserved(unordered & across, place, thread)
            ordered = strong & ~self.flags.load(place, thread, unordered)
            if self.execution.at in self.flags.data:
                self.note_read(place[ordered], thread[ordered])
        return super().read_strong(place, thread, strong)

    def check_kind(self, place: np.ndarray, thread: np.ndarray, scope: int | None = None) -> None:
        """Check against TMA stores in flight, and a previous launch that may still be running."""
        if self.shadow.pending:
            self._check_pending(place, thread, self.shadow.accessed_before(place)[0])
        if not self.execution.bulk_stores.are_used:
            return
        if scope is None:
            self._check_reductions(place, thread)
        super().check_kind(place, thread, scope)

    def atomic(self, offsets: np.ndarray, width: int, thread: np.ndarray, *of: Any) -> None:
        super().atomic(offsets, width, thread, *of)
        if self.flags:
            self.flags.together(*self._places(offsets, width, thread))

    def finish(self) -> None:
        if self.flags:
            self.flags.finish()

    def _check_reductions(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Check a weak access against bulk reductions in flight, which do not race with atomics."""
        by_atomics = self.shadow.kind[place] == ATOMIC
        if not by_atomics.any():
            return
        place, thread = place[by_atomics], thread[by_atomics]
        pcs = self.execution.bulk_stores.reduces(place)
        early = pcs >= 0
        if early.any():
            writer = self.shadow.writer[place[early]]
            self.report("copy-not-awaited", place[early], thread[early], writer, pcs[early])

    def start_copy(self, at: np.ndarray, width: int) -> np.ndarray:
        """Mark the granules that a TMA store writes as in flight."""
        place = self.wrote_in_bulk(at, width)
        self.shadow.kind[place] = COPYING
        return place

    def unfence(self, place: np.ndarray, thread: np.ndarray) -> None:
        if self.proxy:
            self.proxy.wrote(place, thread)

    def read_in_bulk(self, offsets: np.ndarray, width: int, lane: int) -> None:
        """A bulk copy of a lane reads `width` bytes at each offset."""
        shadow = self.shadow
        place = self.units(offsets, width)
        thread = np.full(place.shape, self.execution.thread[lane])
        self.check_kind(place, thread)
        if (shadow.writer[place] >= 0).any():
            did = shadow.writer[place], shadow.written_clock[place], shadow.written_at[place]
            self.report_conflicts("race-read", place, thread, did)
            self.proxy.check(place, lane)

    def complete(self, place: np.ndarray, lane: int, at: int) -> None:
        """A lane has waited until its TMA store, instruction `at`, has written its data."""
        shadow, execution = self.shadow, self.execution
        own = shadow.writer[place] == execution.thread[lane]
        place = place[own & (shadow.kind[place] == COPYING) & (shadow.written_at[place] == at)]
        shadow.kind[place] = GENERIC
        shadow.stamp(place, execution.clocks.clock[[lane // WARP]], at)

    def fence(self, lanes: np.ndarray) -> None:
        """A proxy fence of these lanes."""
        if self.proxy:
            self.proxy.fence(lanes)

    def wait_for_grids(self, warps: np.ndarray) -> None:
        """griddepcontrol.wait: the previous launch has completed for these warps."""
        first = warps[self.waited[warps] < 0]
        self.waited[first] = self.execution.clocks.clock[first]

    def _check_pending(self, place: np.ndarray, thread: np.ndarray, meets: np.ndarray) -> None:
        """Report conflicts with the previous launch, unless ordered after a warp that waited for
        it."""
        if not meets.any():
            return
        place, thread = place[meets], thread[meets]
        clocks, warp = self.execution.clocks, self.warp(thread)
        others = warp[:, None] // clocks.warps * clocks.warps + np.arange(clocks.warps)
        waited, known = self.waited[others], clocks.known[warp, : clocks.warps]
        ordered = ((waited >= 0) & (known >= waited)).any(axis=1) | (self.waited[warp] >= 0)
        if not ordered.all():
            self.report("dependent-launch", place[~ordered], thread[~ordered])

    def against_reads(
        self, place: np.ndarray, thread: np.ndarray, scope: int | None = None
    ) -> None:
        shadow = self.shadow
        if shadow.pending:
            written, read = shadow.accessed_before(place)
            self._check_pending(place, thread, read & ~written)
        inputs = self.execution.memory.in_inputs(place * self.granule)
        if inputs is not None and inputs.any():
            self.report("input-written", place[inputs], thread[inputs])
        for column in range(READERS):
            rows = shadow.reader, shadow.read_clock, shadow.read_at
            reader, clock, pcs = (row[place, column] for row in rows)
            if scope is not None and self.strong:
                narrow = np.isin(pcs, self.strong_in_block) | (scope != ATOMIC)
                strong = np.isin(pcs, self.strong) & (~narrow | self.same_block(thread, reader))
                strong &= self.overlaps_completely(pcs)
                if self.flags and self.flags.stores[self.execution.at]:
                    strong &= ~self.flags.was_data(place, reader)
                reader = np.where(strong, NOBODY, reader)
            self.report_conflicts("race-overwrite", place, thread, (reader, clock, pcs))
            if shadow.has_read_only:
                by = shadow.reader[place, column]
                # A thread's own element, stored after it was loaded, is what in-place kernels do.
                cached = np.isin(pcs, self.read_only) & (by != NOBODY) & (by != thread)
                for case in np.flatnonzero(cached).tolist():
                    did = int(pcs[case]), "read-only", int(place[case]), int(by[case])
                    self.report_at(*did, int(thread[case]), self.execution.at)
