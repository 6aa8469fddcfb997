"""Checks of every access against the shadow of its memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..targets import WARP
from .synchronization import BY_TMA, COPYING, GENERIC, MANY, NOBODY, UNFENCED, Shadow, granules

if TYPE_CHECKING:
    from .machine import Machine
    from .mbarriers import Mbarrier


class Checker:
    """One memory's shadow, and the rules for what touches it.

    `name_of` gives the memory's name and byte of a flat place, for findings. A shared memory's
    threads are lanes of the run, global memory's are numbered in the launch.
    """

    def __init__(
        self,
        machine: Machine,
        shadow: Shadow,
        granule: int,
        name_of: Callable[[int], tuple[str, int]],
        *,
        shared: bool,
    ) -> None:
        self.machine = machine
        self.granule = granule
        self.shared = shared
        self.name_of = name_of
        self.shadow = shadow
        self.fence_ticks = np.full(machine.warps, -1, np.int64)
        # Copies in flight: granules, threads, groups.
        self.copies: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    # --- who it was -------------------------------------------------------------------------------

    def lane(self, thread: np.ndarray) -> np.ndarray:
        """Lanes of this run; a shared memory's threads are lanes already."""
        return thread if self.shared else self.machine.lane_of(thread)

    def _name(self, thread: int) -> tuple:
        machine = self.machine
        return machine.name_lane(thread) if self.shared else machine.name_thread(thread)

    def report(
        self,
        kind: str,
        place: np.ndarray,
        thread: np.ndarray,
        other: np.ndarray | None = None,
        other_at: np.ndarray | None = None,
    ) -> None:
        """Note cases, one per granule; pairs of instructions are told apart."""
        machine = self.machine
        if other_at is None:
            other_at = np.full(place.shape, -1)
        for instruction in np.unique(other_at):
            cases = np.flatnonzero(other_at == instruction)
            first = cases[0]
            memory, byte = self.name_of(int(place[first]) * self.granule)
            threads = [self._name(int(thread[first]))]
            if other is not None and other[first] >= 0:
                threads.append(self._name(int(other[first])))
            machine.findings.add(
                kind,
                machine.at,
                len(cases),
                other=None if instruction < 0 else int(instruction),
                memory=memory,
                byte=byte,
                threads=tuple(threads),
            )

    def _conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Masks of what is unordered between warps (or blocks), and within a warp."""
        apart = (other != thread) & (other >= 0)
        if not apart.any():
            return apart, apart
        clocks = self.machine.clocks
        mine, theirs = thread // WARP, other // WARP
        same_warp = apart & (mine == theirs)
        if self.shared:
            current, met = mine, None
        else:
            # Threads of other blocks are never ordered, whether they run beside or ran before.
            met = mine // clocks.warps == theirs // clocks.warps
            current = self.lane(thread) // WARP
        ordered = clocks.ordered(current, theirs % clocks.warps, clock)
        if met is not None:
            ordered &= met
        within = same_warp & (clock >= clocks.converged[current])
        return apart & ~same_warp & ~ordered, within

    # --- reads and writes -------------------------------------------------------------------------

    def read(self, at: np.ndarray, width: int, thread: np.ndarray) -> None:
        """Threads read `width` bytes at flat places."""
        shadow = self.shadow
        place = granules(at, width, self.granule)
        each = place.shape[1]
        place, thread = place.ravel(), np.repeat(thread, each) if each > 1 else thread
        self._check_kind(place, thread)
        # What a TMA brought is ordered by its mbarrier, looked at above.
        writer = np.where(shadow.kind[place] == BY_TMA, MANY, shadow.writer[place])
        never = writer == NOBODY
        if never.any():
            self.report("uninitialized", place[never], thread[never])
        across, within = self._conflict(thread, writer, shadow.written_clock[place])
        for kind, unordered in (("race-read", across), ("warp-synchronous", within)):
            if unordered.any():
                self.report(
                    kind,
                    place[unordered],
                    thread[unordered],
                    writer[unordered],
                    shadow.written_at[place[unordered]],
                )
        self._note_read(place, thread)

    def _note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        shadow, machine = self.shadow, self.machine
        lane = self.lane(thread)
        clock = machine.clocks.clock[lane // WARP]
        column = lane // WARP % machine.clocks.warps if self.shared else 0
        old_reader, old_clock = shadow.reader[place, column], shadow.read_clock[place, column]
        several = (old_clock == clock) & (old_reader != thread) & (old_reader != NOBODY)
        shadow.reader[place, column] = np.where(several, MANY, thread)
        shadow.read_clock[place, column] = clock
        shadow.read_at[place, column] = machine.at
        # Lanes of this very instruction that read one place: the last one stayed.
        meets = shadow.reader[place, column] != np.where(several, MANY, thread)
        if meets.any():
            shadow.reader[place[meets], column[meets] if self.shared else 0] = MANY

    def _check_kind(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Copies that are under way, by cp.async or by TMA, and wgmma's reads."""
        shadow = self.shadow
        kind = shadow.kind[place]
        if not kind.any():
            return
        pending = kind == COPYING
        if pending.any():
            self.report(
                "copy-not-awaited",
                place[pending],
                thread[pending],
                shadow.writer[place[pending]],
                shadow.written_at[place[pending]],
            )
        by_tma = np.flatnonzero(kind == BY_TMA)
        if by_tma.size:
            warp = self.lane(thread[by_tma]) // WARP
            early = ~self.machine.clocks.ordered(
                warp, shadow.writer[place[by_tma]], shadow.written_clock[place[by_tma]]
            )
            if early.any():
                where = place[by_tma[early]]
                self.report(
                    "copy-not-awaited", where, thread[by_tma[early]], None, shadow.written_at[where]
                )

    def write(
        self, at: np.ndarray, width: int, thread: np.ndarray, same: Callable[[], np.ndarray]
    ) -> Callable[[Callable[[], np.ndarray]], None]:
        """Threads are about to write; call what comes back once they have.

        `same()` says which of the granules hold the new value already; what comes back takes a
        function that says the same after the write.
        """
        shadow = self.shadow
        place = granules(at, width, self.granule)
        each = place.shape[1]
        place, thread = place.ravel(), np.repeat(thread, each) if each > 1 else thread
        self.check_write(place, thread, same)
        shadow.writer[place] = thread
        machine = self.machine
        shadow.written_clock[place] = machine.clocks.clock[self.lane(thread) // WARP]
        shadow.written_at[place] = machine.at
        shadow.kind[place] = GENERIC
        if machine.has_fences:
            shadow.sequence[place] = machine.tick()
            shadow.fenced[place] = UNFENCED
        meets = shadow.writer[place] != thread

        def after(kept: Callable[[], np.ndarray]) -> None:
            if not meets.any():
                return
            lost = meets & ~kept()
            for kind, cases in (("race-same-instruction", lost), ("same-value", meets & ~lost)):
                if cases.any():
                    self.report(kind, place[cases], thread[cases], shadow.writer[place[cases]])

        return after

    def check_write(
        self, place: np.ndarray, thread: np.ndarray, same: Callable[[], np.ndarray] | None
    ) -> None:
        """A write against earlier writes and reads of others."""
        shadow = self.shadow
        self._check_kind(place, thread)
        flying = shadow.in_flight[place] > 0
        if flying.any():
            self.report("matrix-in-flight", place[flying], thread[flying])
        self._against_writes(place, thread, same)
        self._against_reads(place, thread)

    def _against_writes(
        self, place: np.ndarray, thread: np.ndarray, same: Callable[[], np.ndarray] | None
    ) -> None:
        shadow = self.shadow
        writer = shadow.writer[place]
        generic = shadow.kind[place] == GENERIC
        across, within = self._conflict(thread, writer, shadow.written_clock[place])
        across, within = across & generic, within & generic
        if across.any() or within.any():
            equal = same() if same else np.zeros(place.shape, bool)
            for kind, cases in (
                ("race-write", across & ~equal),
                ("warp-synchronous", within & ~equal),
                ("same-value", (across | within) & equal),
            ):
                if cases.any():
                    self.report(
                        kind,
                        place[cases],
                        thread[cases],
                        writer[cases],
                        shadow.written_at[place[cases]],
                    )

    def _against_reads(self, place: np.ndarray, thread: np.ndarray) -> None:
        shadow, clocks = self.shadow, self.machine.clocks
        if not self.shared:
            across, within = self._conflict(
                thread, shadow.reader[place, 0], shadow.read_clock[place, 0]
            )
            unordered, column = across[:, None], np.zeros(1, int)
        else:
            lane = self.lane(thread)
            warp, own = lane // WARP, lane // WARP % clocks.warps
            read = shadow.read_clock[place]
            unordered = read > clocks.known[warp, : clocks.warps]
            rows = np.arange(len(place))
            unordered[rows, own] = False
            mine = shadow.reader[place, own]
            within = (
                (read[rows, own] >= clocks.converged[warp]) & (mine != thread) & (mine != NOBODY)
            )
            column = own
        if unordered.any():
            row, by = np.nonzero(unordered)
            self.report(
                "race-overwrite",
                place[row],
                thread[row],
                shadow.reader[place[row], by],
                shadow.read_at[place[row], by],
            )
        if within.any():
            by = column[within] if self.shared else 0
            self.report(
                "warp-synchronous",
                place[within],
                thread[within],
                shadow.reader[place[within], by],
                shadow.read_at[place[within], by],
            )

    # --- cp.async ---------------------------------------------------------------------------------

    def copy(self, at: np.ndarray, width: int, thread: np.ndarray, group: np.ndarray) -> None:
        """Threads start asynchronous copies into these places, in their open groups."""
        shadow = self.shadow
        place = granules(at, width, self.granule)
        each = place.shape[1]
        place, thread = place.ravel(), np.repeat(thread, each)
        self.check_write(place, thread, None)
        shadow.writer[place] = thread
        shadow.written_at[place] = self.machine.at
        shadow.kind[place] = COPYING
        if self.machine.has_fences:
            shadow.sequence[place] = self.machine.tick()
            shadow.fenced[place] = UNFENCED
        self.copies.append((place, thread, np.repeat(group, each)))

    def complete(self, active: np.ndarray, newest: np.ndarray) -> None:
        """The active lanes wait until their groups up to `newest` are done."""
        left = []
        shadow, machine = self.shadow, self.machine
        for place, thread, group in self.copies:
            lane = self.lane(thread)
            done = active[lane] & (group <= newest[lane])
            if done.any():
                where = place[done]
                shadow.kind[where] = GENERIC
                shadow.written_clock[where] = machine.clocks.clock[lane[done] // WARP]
            if not done.all():
                left.append((place[~done], thread[~done], group[~done]))
        self.copies = left

    def finish(self) -> None:
        """At the kernel's end nothing may be under way."""
        for place, thread, _ in self.copies:
            self.report("copy-never-awaited", place, thread, None, self.shadow.written_at[place])

    # --- the asynchronous proxy -------------------------------------------------------------------

    def fence(self, warps: np.ndarray) -> None:
        """What threads of these warps wrote is fenced from now on, at their clocks of now."""
        shadow, clocks = self.shadow, self.machine.clocks
        active = np.zeros(self.machine.warps, bool)
        active[warps] = True
        generic = (shadow.kind == GENERIC) & (shadow.writer >= 0) & (shadow.fenced == UNFENCED)
        place = np.flatnonzero(generic)
        warp = shadow.writer[place] // WARP
        mine = active[warp]
        shadow.fenced[place[mine]] = clocks.clock[warp[mine]]
        self.fence_ticks[warps] = self.machine.tick()

    def _proxy(self, place: np.ndarray, warps: np.ndarray) -> None:
        """Asynchronous accesses of some warps meet generic writes: fenced, and then ordered?"""
        shadow, clocks = self.shadow, self.machine.clocks
        writer = shadow.writer[place]
        generic = np.flatnonzero((shadow.kind[place] == GENERIC) & (writer >= 0))
        if not generic.size:
            return
        place = place[generic]
        by = writer[generic] // WARP
        known = clocks.known[warps].min(axis=0)[by % clocks.warps]
        fenced = shadow.fenced[place]
        behind = (fenced != UNFENCED) & ((fenced <= known) | np.isin(by, warps))
        before = shadow.sequence[place] < self.fence_ticks[warps].min()
        missing = ~behind & ~before
        if missing.any():
            where = place[missing]
            self.report(
                "proxy-fence",
                where,
                np.full(where.shape, int(warps[0]) * WARP),
                shadow.writer[where],
                shadow.written_at[where],
            )

    def copy_box(self, place: np.ndarray, lane: int, barrier: Mbarrier | None) -> None:
        """TMA writes granules; an mbarrier's phase says when they are there."""
        shadow = self.shadow
        thread = np.full(place.shape, lane)
        self.check_write(place, thread, None)
        self._proxy(place, np.array([lane // WARP]))
        shadow.written_at[place] = self.machine.at
        shadow.kind[place] = BY_TMA
        if barrier is not None:
            shadow.writer[place] = barrier.column
            shadow.written_clock[place] = barrier.phase + 1

    def read_by_matrix(self, place: np.ndarray, warp: int) -> None:
        """A wgmma of four warps reads granules, from now until it is waited for."""
        shadow, clocks = self.shadow, self.machine.clocks
        warps = np.arange(warp, warp + 4)
        for one in warps:
            thread = np.full(place.shape, one * WARP)
            self._check_kind(place, thread)
        generic = shadow.kind[place] == GENERIC
        writer = np.where(generic, shadow.writer[place], MANY)
        thread = np.full(place.shape, warp * WARP)
        never = writer == NOBODY
        if never.any():
            self.report("uninitialized", place[never], thread[never])
        by = np.maximum(writer, 0) // WARP
        known = clocks.known[warps].min(axis=0)[by % clocks.warps]
        # Nobody's own writes are ordered for the other three warps until they synchronize.
        late = (writer >= 0) & (shadow.written_clock[place] > known)
        if late.any():
            where = place[late]
            self.report("race-read", where, thread[late], writer[late], shadow.written_at[where])
        self._proxy(place, warps)
        shadow.in_flight[place] += 1

    def read_is_over(self, place: np.ndarray, warp: int, at: int) -> None:
        """The warpgroup has waited: its warps' reads lie before what they do next."""
        shadow, clocks = self.shadow, self.machine.clocks
        shadow.in_flight[place] -= 1
        for one in range(warp, warp + 4):
            column = one % clocks.warps
            shadow.reader[place, column] = MANY
            shadow.read_clock[place, column] = clocks.clock[one]
            shadow.read_at[place, column] = at
