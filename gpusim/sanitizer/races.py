"""Race checks of every access against the shadow of its memory.

`Checker` has the rules that shared and global memory have in common. `SharedChecker` and
`GlobalChecker` define which readers are stored and how threads are ordered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from .happens_before import (
    ATOMIC,
    BLOCK_ATOMIC,
    BY_THREADS,
    COPYING,
    GENERIC,
    NOBODY,
    THROUGH_PROXY,
    UNFENCED,
    Shadow,
    extents,
    granules,
    undefined_granules,
)

if TYPE_CHECKING:
    from ..state.execution import Execution


class Checker(ABC):
    """The shadow of one memory, and the rules for accesses to it.

    `name_of` returns the memory's name and byte offset of a flat place, for findings.
    """

    def __init__(
        self,
        execution: Execution,
        shadow: Shadow,
        granule: int,
        name_of: Callable[[int], tuple[str, int]],
    ) -> None:
        self.execution = execution
        self.granule = granule
        self.name_of = name_of
        self.shadow = shadow

    @cached_property
    def extents(self) -> np.ndarray:
        """Bytes of each strong access, by instruction; other kernels do not need it."""
        options = self.execution.options
        return extents(self.execution.program, scalar=options.scalar, whole=options.whole)

    # --- Defined by the subclass for its memory ---------------------------------------------------

    @abstractmethod
    def lanes(self, thread: np.ndarray) -> np.ndarray:
        """Lanes of this run; -1 for threads of other runs."""

    @abstractmethod
    def launch_wide(self, thread: np.ndarray) -> np.ndarray:
        """Launch-wide numbers of threads."""

    @abstractmethod
    def column(self, thread: np.ndarray) -> Any:
        """Columns of the shadow that hold these threads' last reads."""

    @abstractmethod
    def other_column(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Columns for reads of other threads whose column holds the read of `thread`."""

    @abstractmethod
    def against_reads(
        self, place: np.ndarray, thread: np.ndarray, scope: int | None = None
    ) -> None:
        """Check a write against earlier reads; strong writes do not race with strong reads.

        `scope`: ATOMIC or BLOCK_ATOMIC of a strong write, else None.
        """

    # --- the order of threads ---------------------------------------------------------------------

    def warp(self, thread: np.ndarray) -> np.ndarray:
        """Warps of this run."""
        return self.lanes(thread) // WARP

    def conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Masks of accesses that are unordered between warps (or blocks), and within a warp.

        `other` accessed at its warp's `clock`; NOBODY and MANY never conflict.
        """
        others = (other != thread) & (other >= 0)
        if not others.any():
            return others, others
        clocks, lane = self.execution.clocks, self.lanes(thread)
        warp, other_warp = lane // WARP, self.warp(other)
        same_warp = others & (thread // WARP == other // WARP)
        column = other_warp % clocks.warps
        of_cluster = (other_warp >= 0) & (warp // clocks.warps == other_warp // clocks.warps)
        ordered = clocks.ordered(warp, column, clock) & of_cluster
        across = others & ~same_warp & ~ordered
        within = same_warp & clocks.unordered_lanes(lane, other, clock)
        if clocks.by_lane:
            within |= (
                others & ~same_warp & ordered & ~clocks.ordered_lane(warp, column, other, clock)
            )
        if clocks.learnt and across.any():
            cases = np.flatnonzero(across)
            across[cases] = self.unknown(warp[cases], other[cases], clock[cases])
        return across, within

    def unknown(self, warp: np.ndarray, other: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether warps have not acquired by release and acquire what other threads did."""
        return self.execution.release_acquire.unknown(warp, self.launch_wide(other), clock)

    def _name(self, thread: int) -> tuple:
        """Block and thread indices."""
        return self.execution.name_thread(int(self.launch_wide(np.array(thread))))

    def same_block(self, thread: np.ndarray, other: np.ndarray) -> np.ndarray:
        size = self.execution.threads_per_block
        return thread // size == other // size

    def _is_strong(self, place: np.ndarray, thread: np.ndarray, scope: int) -> np.ndarray:
        """Whether the last write is strong, its scope and this access's scope include both threads,
        and the two overlap completely."""
        kind = self.shadow.kind[place]
        strong = kind == ATOMIC
        if scope == BLOCK_ATOMIC or (kind == BLOCK_ATOMIC).any():
            strong |= kind == BLOCK_ATOMIC
            strong &= ((kind == ATOMIC) & (scope == ATOMIC)) | self.same_block(
                thread, self.shadow.writer[place]
            )
        return strong & self.overlaps_completely(self.shadow.written_at[place])

    def overlaps_completely(self, at: np.ndarray) -> np.ndarray:
        """Whether strong accesses by earlier instructions are as wide as this one's, or may be."""
        own, other = self.extents[self.execution.at], self.extents[at]
        return (own == other) | (own == 0) | (other == 0)

    def check_kind(self, place: np.ndarray, thread: np.ndarray, scope: int | None = None) -> None:
        """Check an access, `scope` if it is strong, against asynchronous accesses in flight."""
        shadow = self.shadow
        pending = shadow.kind[place] == COPYING
        if pending.any():
            where = place[pending]
            by = shadow.writer[where], shadow.written_at[where]
            self.report("copy-not-awaited", where, thread[pending], *by)

    def writers(self, place: np.ndarray) -> np.ndarray:
        """Last writers; MANY where no check is needed."""
        return self.shadow.writer[place]

    # --- findings ---------------------------------------------------------------------------------

    def report(
        self,
        kind: str,
        place: np.ndarray,
        thread: np.ndarray,
        other: np.ndarray | None = None,
        other_at: np.ndarray | None = None,
    ) -> None:
        """Add findings, one case per granule, separately per pair of instructions."""
        execution = self.execution
        if other_at is None:
            other_at = np.full(place.shape, -1)
        for instruction in np.unique(other_at):
            cases = np.flatnonzero(other_at == instruction)
            first = cases[0]
            memory, byte = self.name_of(int(place[first]) * self.granule)
            threads = [self._name(int(thread[first]))]
            if other is not None and other[first] >= 0:
                threads.append(self._name(int(other[first])))
            execution.findings.add(
                kind,
                execution.at,
                len(cases),
                other=None if instruction < 0 else int(instruction),
                memory=memory,
                byte=byte,
                threads=tuple(threads),
                note=self._partial_overlap(kind, int(instruction)),
            )

    def report_at(
        self, at: int, kind: str, place: int, thread: int, other: int, other_at: int
    ) -> None:
        """Add a finding of an earlier instruction."""
        memory, byte = self.name_of(int(place) * self.granule)
        threads = self._name(int(thread)), self._name(int(other))
        self.execution.findings.add(
            kind, at, other=other_at, memory=memory, byte=byte, threads=threads
        )

    def _partial_overlap(self, kind: str, other: int) -> str:
        """A note on two strong accesses that race because of their widths."""
        if not kind.startswith("race") or other < 0 or self.overlaps_completely(np.array(other)):
            return ""
        own = int(self.extents[self.execution.at])
        return f"a strong access of {own} bytes and one of {self.extents[other]}"

    def report_conflicts(
        self, kind: str, place: np.ndarray, thread: np.ndarray, did: tuple[np.ndarray, ...]
    ) -> None:
        """Report conflicts with earlier accesses, given as (thread, clock, instruction) per place.

        If only the order within a warp is missing, the finding is `warp-synchronous`.
        """
        other, clock, pcs = did
        across, within = self.conflict(thread, other, clock)
        if kind != "race-overwrite":
            across = self._unobserved(across, place, thread)
        for name, cases in ((kind, across), ("warp-synchronous", within)):
            if cases.any():
                self.report(name, place[cases], thread[cases], other[cases], pcs[cases])

    # --- reads and writes -------------------------------------------------------------------------

    def _places(
        self, offsets: np.ndarray, width: int, thread: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Granules that accesses cover, and the thread of each."""
        place = granules(offsets, width, self.granule)
        each = place.shape[1]
        return place.ravel(), np.repeat(thread, each) if each > 1 else thread

    def units(self, offsets: np.ndarray, width: int) -> np.ndarray:
        """The granules that accesses cover together, each once."""
        return np.unique(granules(offsets.ravel(), width, self.granule))

    def read(
        self,
        offsets: np.ndarray,
        width: int,
        thread: np.ndarray,
        *,
        swapped: bool = False,
        scope: int | None = None,
        polls: bool = False,
        into: Callable[[np.ndarray, np.ndarray], None] | None = None,
    ) -> None:
        """Check a read of `width` bytes at flat places.

        `into` receives, for each access, its granules and which of them are uninitialized; without
        it an uninitialized read is a finding at once.

        `swapped`: a compare-and-swap at the same address follows and verifies the value, so atomics
        of other threads may intervene. The same holds for a strong load, with `scope` ATOMIC or
        BLOCK_ATOMIC. A load that `polls` shared memory races with no write.
        """
        shadow = self.shadow
        if self.execution.at in self.execution.program.narrow_swaps:
            # The compare-and-swap is checked instead, for the bytes that it changes.
            return
        place, thread = self._places(offsets, width, thread)
        self.check_kind(place, thread, scope)
        writer = self.writers(place)
        never = shadow.undefined(place, writer)
        if never.any():
            if into:
                each = -1, place.size // offsets.size
                into(place.reshape(each), never.reshape(each))
            else:
                self.report("uninitialized", place[never], thread[never])
        if polls:
            self.read_strong(place, thread, writer >= 0)
        if swapped or scope is not None:
            strong = self._is_strong(place, thread, ATOMIC if scope is None else scope)
            if scope is not None:
                strong = self.read_strong(place, thread, strong)
            place, thread, writer = place[~strong], thread[~strong], writer[~strong]
        if not polls:
            did = writer, shadow.written_clock[place], shadow.written_at[place]
            self.report_conflicts("race-read", place, thread, did)
        if scope is not None or not swapped:
            self.note_read(place, thread)

    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Store a read, so that a later unordered write finds it; one that it replaces moves."""
        shadow, column = self.shadow, self.column(thread)
        rows = shadow.reader, shadow.read_clock, shadow.read_at
        values = thread, self.execution.clocks.clock[self.warp(thread)]
        last = shadow.reader[place, column]
        moves = (last != thread) & (last != NOBODY)
        if moves.any():
            where, by = place[moves], thread[moves]
            self.move_read(where, self.column(by), self.other_column(by, last[moves]))
        for row, value in zip(rows, (*values, self.execution.at), strict=True):
            row[place, column] = value
        # Several lanes of this instruction read the same place: only the last one was stored.
        stayed = shadow.reader[place, column]
        meets = stayed != thread
        if meets.any():
            where, column = place[meets], self.other_column(stayed[meets], thread[meets])
            others = (value[meets] for value in values)
            for row, value in zip(rows, (*others, self.execution.at), strict=True):
                row[where, column] = value

    def move_read(self, place: np.ndarray, column: Any, to: np.ndarray) -> None:
        for row in (self.shadow.reader, self.shadow.read_clock, self.shadow.read_at):
            row[place, to] = row[place, column]

    def read_strong(self, place: np.ndarray, thread: np.ndarray, strong: np.ndarray) -> np.ndarray:
        """Note what strong reads of strong writes observe; returns which of them need no order."""
        shadow, clocks = self.shadow, self.execution.clocks
        writer = shadow.writer[place]
        foreign = strong & (writer >= 0) & (writer != thread)
        if not foreign.any():
            return strong
        across, within = self.conflict(thread, writer, shadow.written_clock[place])
        for case in np.flatnonzero(foreign & (across | within)).tolist():
            where, by = int(place[case]), int(thread[case])
            clock = int(clocks.clock[self.warp(thread[case : case + 1])[0]])
            shadow.observed.setdefault(where, {})[by] = (*self._last_write(where), clock)
        return strong

    def _last_write(self, place: int) -> tuple[int, int, int]:
        shadow = self.shadow
        rows = shadow.writer, shadow.written_clock, shadow.written_at
        return tuple(int(row[place]) for row in rows)

    def _unobserved(self, cases: np.ndarray, place: np.ndarray, thread: np.ndarray) -> np.ndarray:
        """Of conflicts with last writes, those whose write neither the thread nor one before it has
        read by a strong read."""
        observed = self.shadow.observed
        if not observed or not cases.any():
            return cases
        cases = cases.copy()
        for case in np.flatnonzero(cases).tolist():
            where = int(place[case])
            last = self._last_write(where)
            readers = [
                (reader, clock)
                for reader, (*write, clock) in observed.get(where, {}).items()
                if tuple(write) == last
            ]
            if readers:
                by = np.full(len(readers), thread[case])
                across, within = self.conflict(by, *np.array(readers).T)
                cases[case] = (across | within).all()
        return cases

    def write(
        self,
        offsets: np.ndarray,
        width: int,
        thread: np.ndarray,
        same: Callable[[], np.ndarray],
        scope: int | None = None,
    ) -> Callable[[Callable[[], np.ndarray]], None]:
        """Check a write before it happens; returns a function to call after it.

        `same()` returns which granules already hold the new value. The returned function takes a
        function that returns the same after the write.
        """
        shadow, execution = self.shadow, self.execution
        place, thread = self._places(offsets, width, thread)
        self.check_write(place, thread, same, scope)
        self.note_write(place, thread, GENERIC if scope is None else scope)
        meets = shadow.writer[place] != thread
        if scope is not None:
            # Strong stores do not race: one of them is the last.
            meets &= (scope != ATOMIC) & ~self.same_block(thread, shadow.writer[place])

        def after(kept: Callable[[], np.ndarray]) -> None:
            if not meets.any():
                return
            lost = meets & ~kept()
            here = np.full(place.shape, execution.at)
            for kind, cases in (("race-same-instruction", lost), ("same-value", meets & ~lost)):
                if cases.any():
                    writer = shadow.writer[place[cases]]
                    self.report(kind, place[cases], thread[cases], writer, here[cases])

        return after

    def note_write(self, place: np.ndarray, thread: np.ndarray, kind: int) -> None:
        """Store a write of a kind."""
        shadow, execution = self.shadow, self.execution
        shadow.define(place)
        shadow.writer[place] = thread
        shadow.stamp(place, execution.clocks.clock[self.warp(thread)], execution.at)
        shadow.kind[place] = kind
        self.unfence(place, thread)

    def unfence(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Ordinary writes: the asynchronous proxy needs a new proxy fence."""
        if self.execution.program.has_fences:
            self.shadow.fenced[place] = UNFENCED

    def wrote_in_bulk(self, offsets: np.ndarray, width: int) -> np.ndarray:
        """Granules that the asynchronous proxy writes: its reads of them need no proxy fence."""
        place = granules(offsets, width, self.granule).ravel()
        self.shadow.fenced[place] = THROUGH_PROXY
        return place

    def copy_undefined(self, offsets: np.ndarray, width: int, undefined: np.ndarray) -> None:
        """After a store: `undefined` has bits for undefined bytes, shape (accesses, words)."""
        place = undefined_granules(offsets, width, undefined, self.granule)
        self.shadow.copy_undefined(place, self.execution.at)

    def atomic(
        self,
        offsets: np.ndarray,
        width: int,
        thread: np.ndarray,
        scope: int = ATOMIC,
        changed: np.ndarray | None = None,
        failed: np.ndarray | None = None,
    ) -> None:
        """Check atomics: they conflict with plain accesses, but not with each other if their scopes
        include both threads.

        The last atomic per place is stored; later plain accesses must be ordered after it. With
        `changed`, a row per access, only these bytes of it are checked. `failed`
        compare-and-swaps release nothing.
        """
        shadow, execution = self.shadow, self.execution
        execution.release_acquire.atomic(
            shadow.handed_on, offsets, self.lanes(thread), width, failed, device=scope == ATOMIC
        )
        place, thread = self._places(offsets, width, thread)
        if changed is not None:
            some = changed.reshape(place.size, -1).any(axis=1)
            place, thread = place[some], thread[some]
        self.check_kind(place, thread, scope)
        plain = ~self.read_strong(place, thread, self._is_strong(place, thread, scope))
        writer = self.writers(place)
        never = shadow.undefined(place, writer)
        if never.any():
            self.report("uninitialized", place[never], thread[never])
        others, before = place[plain], thread[plain]
        did = writer[plain], shadow.written_clock[others], shadow.written_at[others]
        self.report_conflicts("race-write", others, before, did)
        self.against_reads(place, thread, scope)
        self.note_write(place, thread, scope)
        if scope == BLOCK_ATOMIC:
            # Blocks of this run execute the instruction together.
            last = shadow.writer[place]
            elsewhere = ~self.same_block(thread, last)
            if elsewhere.any():
                here = np.full(int(elsewhere.sum()), execution.at)
                self.report(
                    "race-write", place[elsewhere], thread[elsewhere], last[elsewhere], here
                )

    def check_write(
        self,
        place: np.ndarray,
        thread: np.ndarray,
        same: Callable[[], np.ndarray] | None,
        scope: int | None = None,
    ) -> None:
        """Check a write against earlier writes and reads of other threads."""
        self.check_kind(place, thread, scope)
        self._against_writes(place, thread, same, scope)
        self.against_reads(place, thread, scope)

    def _against_writes(
        self,
        place: np.ndarray,
        thread: np.ndarray,
        same: Callable[[], np.ndarray] | None,
        scope: int | None,
    ) -> None:
        shadow = self.shadow
        writer = shadow.writer[place]
        generic = np.isin(shadow.kind[place], BY_THREADS)
        if scope is not None:
            generic &= ~self._is_strong(place, thread, scope)
        across, within = self.conflict(thread, writer, shadow.written_clock[place])
        across = self._unobserved(across & generic, place, thread)
        within = within & generic
        if not (across.any() or within.any()):
            return
        equal = same() if same else np.zeros(place.shape, bool)
        for kind, cases in (
            ("race-write", across & ~equal),
            ("warp-synchronous", within & ~equal),
            ("same-value", (across | within) & equal),
        ):
            if cases.any():
                where = place[cases]
                self.report(kind, where, thread[cases], writer[cases], shadow.written_at[where])
