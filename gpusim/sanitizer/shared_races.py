"""Data races in shared memory: thread accesses, cp.async, TMA and wgmma."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from .happens_before import (
    ATOMIC,
    BY_THREADS,
    BY_TMA,
    COPYING,
    GENERIC,
    MANY,
    NOBODY,
    UNFENCED,
    granules,
    is_strong,
)
from .races import Checker

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state.barriers import Mbarrier


class SharedChecker(Checker):
    """Shared memory's rules; threads are lanes of the run.

    For each granule and warp two reading threads are stored: the last one (columns from 0) and the
    last different one (columns from `warps`).
    """

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.shadow.mark_reserved(self.execution, self.granule)
        # Clocks known to each lane at its last proxy fence.
        self.fenced_known = np.full(
            (self.execution.threads, self.execution.clocks.known.shape[1]), -1, np.int64
        )
        # Copies in flight: granules, threads, groups.
        self.copies: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        # Places of valid mbarriers, if there have been any.
        self.barriers: np.ndarray | None = None
        # Copies to another block's shared memory: the granules that they read, the column and
        # phase of the mbarrier that tells their end, instructions.
        self.sent: list[tuple[np.ndarray, int, int, int]] = []
        self.polls = sorted(self.execution.release_acquire.polls)
        # Loads that race with no strong write.
        codes = self.execution.program.codes
        self.strong = [code.at for code in codes if code.base == "LD" and is_strong(code)]
        self.strong += self.execution.release_acquire.volatile_loads
        # Loads that all lanes of a warp execute at once (ldmatrix).
        self.collective = [code.at for code in codes if code.base == "LDSM"]

    def lanes(self, thread: np.ndarray) -> np.ndarray:
        return thread

    def launch_wide(self, thread: np.ndarray) -> np.ndarray:
        return self.execution.thread[thread]

    # --- reads and writes of threads --------------------------------------------------------------

    def writers(self, place: np.ndarray) -> np.ndarray:
        # TMA writes are ordered by their mbarrier, which `check_kind` checks.
        return np.where(self.shadow.kind[place] == BY_TMA, MANY, self.shadow.writer[place])

    def column(self, thread: np.ndarray) -> np.ndarray:
        return thread // WARP % self.execution.clocks.warps

    def other_column(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        return self.column(thread) + self.execution.clocks.warps

    def check_kind(self, place: np.ndarray, thread: np.ndarray, scope: int | None = None) -> None:
        """Check against copies in flight, by cp.async or by TMA."""
        shadow = self.shadow
        kind = shadow.kind[place]
        if not kind.any():
            return
        super().check_kind(place, thread, scope)
        by_tma = np.flatnonzero(kind == BY_TMA)
        if by_tma.size:
            early = ~self.execution.clocks.ordered(
                thread[by_tma] // WARP,
                shadow.writer[place[by_tma]],
                shadow.written_clock[place[by_tma]],
            )
            if early.any():
                where = place[by_tma[early]]
                self.report(
                    "copy-not-awaited", where, thread[by_tma[early]], None, shadow.written_at[where]
                )

    def against_reads(
        self, place: np.ndarray, thread: np.ndarray, scope: int | None = None
    ) -> None:
        shadow, clocks = self.shadow, self.execution.clocks
        flying = shadow.in_flight[place] > 0
        if flying.any():
            where = place[flying]
            by = thread[flying]
            for kind, pcs in (
                ("matrix-in-flight", self.execution.matrices.reads(where)),
                ("copy-not-awaited", self.execution.bulk_stores.reads(where)),
                ("copy-not-awaited", self._sent(where, by // WARP)),
            ):
                if (pcs >= 0).any():
                    self.report(kind, where[pcs >= 0], by[pcs >= 0], None, pcs[pcs >= 0])
        warps, warp = clocks.warps, thread // WARP
        own = warp % warps
        unordered = shadow.read_clock[place, :warps] > clocks.known[warp, :warps]
        rows = np.arange(len(place))
        unordered[rows, own] = False
        harmless = self.polls if scope is None else self.polls + self.strong
        if unordered.any() and harmless:
            unordered &= ~np.isin(shadow.read_at[place, :warps], harmless)
        if unordered.any() and clocks.learnt:
            row, by = np.nonzero(unordered)
            where = place[row]
            unordered[row, by] = self.unknown(
                warp[row], shadow.reader[where, by], shadow.read_clock[where, by]
            )
        if unordered.any() and self.execution.matrices.codes:
            unordered &= ~self.execution.matrices.released(shadow, place, unordered, own)
        if unordered.any():
            row, by = np.nonzero(unordered)
            where = place[row]
            self.report(
                "race-overwrite", where, thread[row], shadow.reader[where, by],
                shadow.read_at[where, by],
            )  # fmt: skip
        if clocks.by_lane:
            self._against_lanes(place, thread)
        for column in (own, own + warps):
            reader = shadow.reader[place, column]
            within = (reader != thread) & (reader != NOBODY)
            within &= clocks.unordered_lanes(thread, reader, shadow.read_clock[place, column])
            if harmless:
                within &= ~np.isin(shadow.read_at[place, column], harmless)
            if within.any():
                where = place[within]
                pcs = shadow.read_at[where, column[within]]
                self.report("warp-synchronous", where, thread[within], reader[within], pcs)

    def check_write(self, place: np.ndarray, thread: np.ndarray, *of: Any) -> None:
        if self.barriers is not None:
            live = self.barriers[place]
            if live.any():
                self.report("barrier-not-invalidated", place[live], thread[live])
        super().check_write(place, thread, *of)

    def write(
        self,
        offsets: np.ndarray,
        width: int,
        thread: np.ndarray,
        same: Callable[[], np.ndarray],
        scope: int | None = None,
    ) -> Callable[[Callable[[], np.ndarray]], None]:
        """A volatile store is strong where atomics have stored the words before."""
        if self.execution.at in self.execution.options.volatile:
            places = granules(offsets, width, self.granule)
            scope = ATOMIC if (self.shadow.kind[places] == ATOMIC).all() else scope
        return super().write(offsets, width, thread, same, scope)

    def mark_barrier(self, start: int, live: bool) -> None:
        """The 8 bytes from an offset on are an mbarrier, or are one no more."""
        if self.barriers is None:
            self.barriers = np.zeros(len(self.shadow.writer), bool)
        self.barriers[granules(np.array([start]), 8, self.granule)] = live

    def _against_lanes(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Check a write against reads of other warps that another lane has released, but not the
        reading lane."""
        shadow, clocks = self.shadow, self.execution.clocks
        reader, clock = shadow.reader[place], shadow.read_clock[place]
        columns = np.arange(reader.shape[1]) % clocks.warps
        warp = (thread // WARP)[:, None]
        released = clocks.ordered(warp, columns, clock) & (columns != warp % clocks.warps)
        late = (reader >= 0) & released & ~clocks.ordered_lane(warp, columns, reader, clock)
        late &= ~np.isin(shadow.read_at[place], self.collective)
        if not late.any():
            return
        row, by = np.nonzero(late)
        where = place[row]
        self.report(
            "warp-synchronous", where, thread[row], reader[row, by], shadow.read_at[where, by]
        )

    # --- cp.async ---------------------------------------------------------------------------------

    def copy(self, offsets: np.ndarray, width: int, thread: np.ndarray, group: np.ndarray) -> None:
        """Threads start asynchronous copies to these places, in their open commit groups."""
        shadow = self.shadow
        place = granules(offsets, width, self.granule)
        each = place.shape[1]
        place, thread = place.ravel(), np.repeat(thread, each)
        self.check_write(place, thread, None)
        shadow.define(place)
        shadow.writer[place] = thread
        shadow.written_at[place] = self.execution.at
        shadow.kind[place] = COPYING
        self.unfence(place, thread)
        self.copies.append((place, thread, np.repeat(group, each)))

    def complete(self, active: np.ndarray, newest: np.ndarray) -> None:
        """The active lanes wait until their groups up to `newest` are complete."""
        left = []
        shadow, execution = self.shadow, self.execution
        for place, thread, group in self.copies:
            done = active[thread] & (group <= newest[thread])
            if done.any():
                where = place[done]
                shadow.kind[where] = GENERIC
                shadow.written_clock[where] = execution.clocks.clock[thread[done] // WARP]
            if not done.all():
                left.append((place[~done], thread[~done], group[~done]))
        self.copies = left

    def hand_to(self, lane: int, barrier: Mbarrier) -> None:
        """The lane's copies in flight complete with the mbarrier's current phase."""
        left, shadow = [], self.shadow
        for place, thread, group in self.copies:
            own = thread == lane
            where = place[own]
            shadow.kind[where], shadow.writer[where] = BY_TMA, barrier.column
            shadow.written_clock[where] = barrier.phase + 1
            if not own.all():
                left.append((place[~own], thread[~own], group[~own]))
        self.copies = left

    def finish(self) -> None:
        """Report copies that are still in flight at exit: an error if another access has met one
        of them."""
        met = self.execution.findings.others("copy-not-awaited")
        for place, thread, _ in self.copies:
            at = self.shadow.written_at[place]
            unused = ~np.isin(at, list(met))
            for kind, cases in (("copy-never-awaited", ~unused), ("copy-unused", unused)):
                if cases.any():
                    self.report(kind, place[cases], thread[cases], None, at[cases])

    # --- the asynchronous proxy -------------------------------------------------------------------

    def _known(self, warps: np.ndarray) -> np.ndarray:
        """Clocks known to warps; for their own lanes, what precedes their last synchronization."""
        clocks = self.execution.clocks
        known = clocks.known[warps]
        known[np.arange(len(warps)), clocks.local[warps]] = clocks.converged[warps] - 1
        return known

    def fence(self, lanes: np.ndarray) -> None:
        """Proxy fence: writes by, or visible to, these lanes may now be accessed through the
        asynchronous proxy."""
        shadow, clocks = self.shadow, self.execution.clocks
        active = np.zeros(self.execution.threads, bool)
        active[lanes] = True
        unfenced = (shadow.writer >= 0) & (shadow.fenced == UNFENCED)
        place = np.flatnonzero(unfenced & np.isin(shadow.kind, BY_THREADS))
        writer = shadow.writer[place]
        fenced_here = active[writer]
        shadow.fenced[place[fenced_here]] = clocks.clock[writer[fenced_here] // WARP]
        self.fenced_known[lanes] = self._known(lanes // WARP)

    def _proxy(self, place: np.ndarray, lanes: np.ndarray) -> None:
        """Check that a proxy fence orders generic writes before an asynchronous access by `lanes`.

        Either the writer fences before the two are ordered, or each accessing lane fences after
        that.
        """
        shadow, clocks = self.shadow, self.execution.clocks
        writer = shadow.writer[place]
        generic = np.flatnonzero(np.isin(shadow.kind[place], BY_THREADS) & (writer >= 0))
        if not generic.size:
            return
        place, writer = place[generic], writer[generic]
        by = writer // WARP % clocks.warps
        fenced = shadow.fenced[place]
        known = self._known(np.unique(lanes // WARP)).min(axis=0)[by]
        behind = (fenced != UNFENCED) & ((fenced <= known) | np.isin(writer, lanes))
        before = shadow.written_clock[place] <= self.fenced_known[lanes].min(axis=0)[by]
        missing = ~behind & ~before
        if missing.any():
            where = place[missing]
            self.report(
                "proxy-fence",
                where,
                np.full(where.shape, int(lanes[0])),
                writer[missing],
                shadow.written_at[where],
            )

    def copy_box(
        self, place: np.ndarray, lane: int, barrier: Mbarrier | None, *, proxied: bool = True
    ) -> None:
        """Granules are written by TMA, or by st.async without a proxy; the mbarrier's next phase
        orders them."""
        shadow = self.shadow
        thread = np.full(place.shape, lane)
        self.check_write(place, thread, None)
        if proxied:
            self._proxy(place, np.array([lane]))
        shadow.define(place)
        shadow.written_at[place] = self.execution.at
        shadow.kind[place] = BY_TMA
        if barrier is not None:
            shadow.writer[place] = barrier.column
            shadow.written_clock[place] = barrier.phase + 1

    def read_by_matrix(self, place: np.ndarray, warp: int) -> None:
        """A wgmma of four warps reads granules until it is awaited."""
        self._read_asynchronously(
            place, np.arange(warp, warp + 4), np.arange(warp * WARP, (warp + 4) * WARP)
        )

    def read_in_bulk(self, place: np.ndarray, lane: int) -> None:
        """A TMA store of a lane reads granules until it is awaited."""
        self._read_asynchronously(place, np.array([lane // WARP]), np.array([lane]))

    def _read_asynchronously(self, place: np.ndarray, warps: np.ndarray, lanes: np.ndarray) -> None:
        shadow, clocks = self.shadow, self.execution.clocks
        for warp in warps:
            thread = np.full(place.shape, warp * WARP)
            self.check_kind(place, thread)
        generic = np.isin(shadow.kind[place], BY_THREADS)
        writer = np.where(generic, shadow.writer[place], MANY)
        thread = np.full(place.shape, int(lanes[0]))
        never = shadow.undefined(place, writer)
        if never.any():
            self.report("uninitialized", place[never], thread[never])
        by = np.maximum(writer, 0) // WARP
        known, clock = clocks.known[warps].min(axis=0), shadow.written_clock[place]
        # A lane's writes are not ordered before other lanes' accesses until they synchronize.
        judged = (writer >= 0) & ((writer != lanes[0]) | (len(lanes) > 1))
        late = judged & (clock > known[by % clocks.warps])
        by_kind = {"race-read": late}
        if clocks.by_lane:
            lane_known = known[clocks.first_lane + np.maximum(writer, 0) % (clocks.warps * WARP)]
            by_kind["warp-synchronous"] = judged & ~late & (clock > lane_known)
        for kind, cases in by_kind.items():
            if cases.any():
                where = place[cases]
                self.report(kind, where, thread[cases], writer[cases], shadow.written_at[where])
        self._proxy(place, lanes)
        shadow.in_flight[place] += 1

    def send(self, place: np.ndarray, lane: int, barrier: Mbarrier) -> None:
        """A copy within the cluster reads granules until the mbarrier's next phase."""
        self.read_in_bulk(place, lane)
        self.sent.append((place, barrier.column, barrier.phase + 1, self.execution.at))

    def _sent(self, place: np.ndarray, warp: np.ndarray) -> np.ndarray:
        """The copy within the cluster that still reads each granule for all that a warp knows, -1
        if none."""
        at = np.full(place.shape, -1)
        for granule, column, phase, instruction in self.sent:
            late = self.execution.clocks.known[warp, column] < phase
            at[late & np.isin(place, granule)] = instruction
        return at

    def read_is_over(self, place: np.ndarray, warps: np.ndarray, pc: int) -> None:
        """These warps have waited: an asynchronous read is ordered before their next accesses."""
        shadow, clocks = self.shadow, self.execution.clocks
        shadow.in_flight[place] -= 1
        for warp in warps.tolist():
            column = warp % clocks.warps
            shadow.reader[place, column] = MANY
            shadow.read_clock[place, column] = clocks.clock[warp]
            shadow.read_at[place, column] = pc
