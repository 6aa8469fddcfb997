"""Data races in global memory, and proxy fences before bulk copies that read it.

Threads of a block are ordered by its barriers; any threads are ordered by release and acquire.
Accesses of the previous launch happen before this one. In a dependent launch they happen only
before accesses after griddepcontrol.wait, in the same warp or after a barrier of its block.

Bulk copies access memory through the asynchronous proxy. An ordinary write is ordered before one
only by a proxy fence: of the writing thread after the write, or of the copying thread before the
copy (PTX ISA, "Proxies", "Async proxy" and `fence.proxy.async`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from ..state.memory import PAGE, PagedArray, PagedColumns, Pages
from .flags import Flags
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


# Stored readers of a granule: the last thread, and the last reader before it that is another thread
# of its warp, of another warp of its block, and of another block. So for every writer, a reader in
# another block or warp is stored if there is one.
LAST, SAME_WARP, SAME_BLOCK, ANOTHER_BLOCK = range(4)
READERS = 4


class Events:
    """Pairs of a clock and an instruction, numbered: there are few pairs and many granules.

    The pair 0 is that of a granule without an access.
    """

    def __init__(self) -> None:
        self.clock = np.full(64, -1)
        self.at = np.full(64, -1)
        self._numbers: dict[tuple[int, int], int] = {}
        self._count = 1

    def numbers(self, clock: np.ndarray, at: int) -> Any:
        """The numbers of an instruction's pairs; a single one if all clocks are equal."""
        if not clock.size or (clock == clock[0]).all():
            return self._number(int(clock[0]) if clock.size else 0, at)
        clocks, which = np.unique(clock, return_inverse=True)
        return np.array([self._number(one, at) for one in clocks.tolist()], np.int32)[which]

    def _number(self, clock: int, at: int) -> int:
        number = self._numbers.get((clock, at))
        if number is None:
            number = self._numbers[clock, at] = self._count
            self._count += 1
            if number == len(self.at):
                none = np.full(number, -1)
                self.clock, self.at = (np.concatenate([old, none]) for old in (self.clock, self.at))
            self.clock[number], self.at[number] = clock, at
        return number

    def end_launch(self) -> None:
        """The instructions of the next kernel are others."""
        self.at[:] = -1
        self._numbers.clear()


class EventField:
    """The clocks or the instructions of numbered pairs."""

    def __init__(self, numbers: PagedArray | PagedColumns, events: Events, name: str) -> None:
        self._of, self._events, self._name = numbers, events, name

    def __getitem__(self, key: Any) -> Any:
        return getattr(self._events, self._name)[self._of[key]]


class GlobalShadow(Shadow):
    """The shadow of global memory, of which only pages that are accessed are stored.

    `unwritten` are the ranges of granules that nothing has written before the first launch.
    """

    def __init__(self, granules: int, unwritten: Iterable[tuple[int, int]]) -> None:
        self._pages: dict[str, Pages] = {}
        self._unwritten = list(unwritten)
        self.events = Events()
        super().__init__(granules, READERS)
        self.writer.defaults[0] = MANY
        self.writer.data[:PAGE] = MANY
        self._number(self._column(granules, "write", np.int32, 0))
        self.read_event = self._columns(granules, READERS, np.int32, 0)
        self.read_at = EventField(self.read_event, self.events, "at")
        self.read_clock = EventField(self.read_event, self.events, "clock")

    def _number(self, written: PagedArray) -> None:
        self._written = written
        self.written_at = EventField(written, self.events, "at")
        self.written_clock = EventField(written, self.events, "clock")

    def stamp(self, place: np.ndarray, clock: np.ndarray, at: int) -> None:
        self._written[place] = self.events.numbers(clock, at)

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

    def end_launch(self) -> None:
        """Order all accesses so far before those of the next kernel, whose instructions have other
        indices."""

        def by_many(writer: np.ndarray) -> None:
            writer[writer >= 0] = MANY

        self.writer.change(by_many)
        for column in self.reader.columns:
            column.change(lambda data: data.fill(NOBODY))
        self.events.end_launch()
        self.observed.clear()

    def take_writers(self, old: GlobalShadow, times: int) -> None:
        """Take over who has written from a shadow whose granules are `times` larger."""
        pages = old._pages["write"].finer(times)
        self.writer = old.writer.finer(times, pages)
        self._number(PagedArray(pages, np.int32, *[0] * pages.defaults))
        self._pages["write"] = pages


@dataclass(frozen=True)
class Pending:
    """Whether previous launches, which may still be running, have written and read granules: arrays
    of bool, one for each launch."""

    written: tuple[PagedArray, ...]
    read: tuple[PagedArray, ...]

    @classmethod
    def of(cls, shadow: Shadow) -> Pending:
        written = shadow.writer.mapped(lambda writer: writer >= 0)
        return cls((written,), (shadow.reader.columns[LAST].mapped(lambda one: one != NOBODY),))

    def finer(self, times: int) -> Pending:
        """The same state in granules that are `times` smaller."""
        both = ([one.finer(times) for one in arrays] for arrays in (self.written, self.read))
        return Pending(*map(tuple, both))

    def __or__(self, other: Pending) -> Pending:
        return Pending(self.written + other.written, self.read + other.read)

    def has_written(self, place: np.ndarray) -> np.ndarray:
        return np.logical_or.reduce([one[place] for one in self.written])

    def has_read(self, place: np.ndarray) -> np.ndarray:
        return np.logical_or.reduce([one[place] for one in self.read])


class LaunchOrder:
    """The accesses of previous launches for which a dependent launch must wait."""

    def __init__(self) -> None:
        self.pending: Pending | None = None
        self.granule, self.waits = 0, True

    def begin(self, call: Call, shadow: Shadow | None, granule: int) -> None:
        """Start a launch; `shadow` has the previous launch's accesses, in granules of `granule`
        bytes."""
        unfinished = None if self.waits else self.pending_at(granule)
        before = Pending.of(shadow) if shadow and call.dependent else None
        self.pending = before | unfinished if before and unfinished else before
        self.granule = granule
        self.waits = not call.dependent or any(c.base == "ACQBULK" for c in call.program.codes)

    def pending_at(self, granule: int) -> Pending | None:
        """Pending accesses in granules of `granule` bytes, at most the size of the last launch."""
        if self.pending is None or granule == self.granule:
            return self.pending
        return self.pending.finer(self.granule // granule)


class GlobalChecker(Checker):
    """Threads have launch-wide numbers: accesses of blocks that ran earlier still count."""

    def __init__(self, execution: Execution, pending: Pending | None, *of: Any) -> None:
        super().__init__(execution, *of)
        self.pending = pending
        # By warp, its clock when it waited for the previous launch; -1 before.
        self.waited = np.full(execution.warps, -1, np.int64)
        self.proxy = ProxyFences(self) if loads_in_bulk(execution.program) else None
        strong = [code for code in execution.program.codes if is_strong(code)]
        self.strong = [code.at for code in strong]
        self.strong_in_block = [code.at for code in strong if of_block(code)]
        self.flags = Flags(self) if strong else None

    def name(self, thread: int) -> tuple:
        return self.execution.name_thread(thread)

    def warp(self, thread: np.ndarray) -> np.ndarray:
        return self.execution.lane_of(thread) // WARP

    def lanes(self, thread: np.ndarray) -> np.ndarray:
        return self.execution.lane_of(thread)

    def conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        others = (other != thread) & (other >= 0)
        if not others.any():
            return others, others
        clocks = self.execution.clocks
        own_warp, other_warp = thread // WARP, other // WARP
        same_warp = others & (own_warp == other_warp)
        current, of_run = self.warp(thread), self.warp(other)
        column = of_run % clocks.warps
        of_cluster = (of_run >= 0) & (current // clocks.warps == of_run // clocks.warps)
        ordered = clocks.ordered(current, column, clock) & of_cluster
        lane = self.lanes(thread)
        within = same_warp & clocks.unordered_lanes(lane, other, clock)
        across = others & ~same_warp & ~ordered
        if clocks.by_lane:
            within |= (
                others & ~same_warp & ordered & ~clocks.ordered_lane(current, column, other, clock)
            )
        if clocks.learnt and across.any():
            cases = np.flatnonzero(across)
            across[cases] = self.execution.release_acquire.unknown(
                current[cases], other[cases], clock[cases]
            )
        return across, within

    def _relation(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Column of `other` relative to `thread`; LAST if they are the same thread."""
        warps = self.execution.warps_per_block
        own_warp, other_warp = thread // WARP, other // WARP
        return (
            (thread != other).astype(np.int8)
            + (own_warp != other_warp)
            + (own_warp // warps != other_warp // warps)
        )

    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        shadow, execution = self.shadow, self.execution
        inputs = execution.memory.in_inputs(place * self.granule)
        if inputs is not None:
            # To write an input is a finding by itself.
            place, thread = place[~inputs], thread[~inputs]
            if not place.size:
                return
        rows = shadow.reader, shadow.read_event
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
        event = shadow.events.numbers(execution.clocks.clock[self.warp(thread)], execution.at)
        for row, value in zip(rows, (thread, event), strict=True):
            row[place, LAST] = value
        # Several lanes of this instruction read the same place: only the last one was stored.
        stayed = shadow.reader[place, LAST]
        meets = stayed != thread
        if meets.any():
            where, column = place[meets], self._relation(stayed[meets], thread[meets])
            event = event if isinstance(event, int) else event[meets]
            for row, value in zip(rows, (thread[meets], event), strict=True):
                row[where, column] = value

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
        if self.pending:
            self._check_pending(place, thread, self.pending.has_written(place))
        if not self.execution.bulk_stores.are_used:
            return
        if scope is None:
            self._check_reductions(place, thread)
        early = place[self.shadow.kind[place] == COPYING]
        if early.size:
            by = thread[self.shadow.kind[place] == COPYING]
            shadow = self.shadow
            self.report(
                "copy-not-awaited", early, by, shadow.writer[early], shadow.written_at[early]
            )

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
        if self.pending:
            read, written = self.pending.has_read(place), self.pending.has_written(place)
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
