"""Checks of every access against the shadow of its memory.

What holds for shared and for global memory is here; who has read, and how threads are ordered, is
told by `SharedChecker` and `GlobalChecker`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .happens_before import ATOMIC, GENERIC, NOBODY, UNFENCED, Shadow, granules

if TYPE_CHECKING:
    from ..functional.interpreter import Machine


class Checker(ABC):
    """One memory's shadow, and the rules for what touches it.

    `name_of` gives the memory's name and byte of a flat place, for findings.
    """

    def __init__(
        self,
        machine: Machine,
        shadow: Shadow,
        granule: int,
        name_of: Callable[[int], tuple[str, int]],
    ) -> None:
        self.machine = machine
        self.granule = granule
        self.name_of = name_of
        self.shadow = shadow

    # --- of each memory its own -------------------------------------------------------------------

    @abstractmethod
    def name(self, thread: int) -> tuple:
        """Block and thread indices."""

    @abstractmethod
    def warp(self, thread: np.ndarray) -> np.ndarray:
        """Warps of this run."""

    @abstractmethod
    def conflict(
        self, thread: np.ndarray, other: np.ndarray, clock: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Masks of what is unordered between warps (or blocks), and within a warp.

        `other` did something at its warp's `clock`; NOBODY and MANY never conflict.
        """

    @abstractmethod
    def note_read(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Keep who has read, so that a write later finds a reader it is not ordered after."""

    @abstractmethod
    def against_reads(self, place: np.ndarray, thread: np.ndarray, *, atomic: bool = False) -> None:
        """A write against earlier reads of others; an atomic one does not race with strong ones."""

    @abstractmethod
    def check_kind(self, place: np.ndarray, thread: np.ndarray) -> None:
        """An access against asynchronous ones that are under way."""

    def writers(self, place: np.ndarray) -> np.ndarray:
        """Who wrote; MANY where somebody has not to be asked after."""
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
        """Note cases, one per granule; pairs of instructions are told apart."""
        machine = self.machine
        if other_at is None:
            other_at = np.full(place.shape, -1)
        for instruction in np.unique(other_at):
            cases = np.flatnonzero(other_at == instruction)
            first = cases[0]
            memory, byte = self.name_of(int(place[first]) * self.granule)
            threads = [self.name(int(thread[first]))]
            if other is not None and other[first] >= 0:
                threads.append(self.name(int(other[first])))
            machine.findings.add(
                kind,
                machine.at,
                len(cases),
                other=None if instruction < 0 else int(instruction),
                memory=memory,
                byte=byte,
                threads=tuple(threads),
            )

    def report_conflicts(
        self, kind: str, place: np.ndarray, thread: np.ndarray, did: tuple[np.ndarray, ...]
    ) -> None:
        """Conflicts with what others did: (who, their clock, their instruction) at each place.

        What only the order within a warp is missing for is `warp-synchronous`.
        """
        other, clock, at = did
        across, within = self.conflict(thread, other, clock)
        for name, cases in ((kind, across), ("warp-synchronous", within)):
            if cases.any():
                self.report(name, place[cases], thread[cases], other[cases], at[cases])

    # --- reads and writes -------------------------------------------------------------------------

    def _places(
        self, at: np.ndarray, width: int, thread: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Granules that accesses cover, and the thread of each."""
        place = granules(at, width, self.granule)
        each = place.shape[1]
        return place.ravel(), np.repeat(thread, each) if each > 1 else thread

    def read(
        self,
        at: np.ndarray,
        width: int,
        thread: np.ndarray,
        *,
        swapped: bool = False,
        strong: bool = False,
        into: Callable[[np.ndarray, np.ndarray], None] | None = None,
    ) -> None:
        """Threads read `width` bytes at flat places.

        `into` takes, for each access, its granules and which of them nothing wrote; without it that
        is a finding here.

        What a compare-and-swap of the same place comes after, which looks whether it still holds,
        (`swapped`) is a part of that: atomic operations of others may come between. So they may
        where the load is `strong`, of the device's scope or a wider one.
        """
        shadow = self.shadow
        place, thread = self._places(at, width, thread)
        self.check_kind(place, thread)
        writer = self.writers(place)
        never = writer == NOBODY
        if never.any():
            if into:
                each = -1, place.size // at.size
                into(place.reshape(each), never.reshape(each))
            else:
                self.report("uninitialized", place[never], thread[never])
        if swapped or strong:
            plain = shadow.kind[place] != ATOMIC
            place, thread, writer = place[plain], thread[plain], writer[plain]
        did = writer, shadow.written_clock[place], shadow.written_at[place]
        self.report_conflicts("race-read", place, thread, did)
        if strong or not swapped:
            self.note_read(place, thread)

    def write(
        self, at: np.ndarray, width: int, thread: np.ndarray, same: Callable[[], np.ndarray]
    ) -> Callable[[Callable[[], np.ndarray]], None]:
        """Threads are about to write; call what comes back once they have.

        `same()` says which of the granules hold the new value already; what comes back takes a
        function that says the same after the write.
        """
        shadow, machine = self.shadow, self.machine
        place, thread = self._places(at, width, thread)
        self.check_write(place, thread, same)
        shadow.writer[place] = thread
        shadow.written_clock[place] = machine.clocks.clock[self.warp(thread)]
        shadow.written_at[place] = machine.at
        shadow.kind[place] = GENERIC
        if machine.has_fences:
            shadow.fenced[place] = UNFENCED
        meets = shadow.writer[place] != thread

        def after(kept: Callable[[], np.ndarray]) -> None:
            if not meets.any():
                return
            lost = meets & ~kept()
            here = np.full(place.shape, machine.at)
            for kind, cases in (("race-same-instruction", lost), ("same-value", meets & ~lost)):
                if cases.any():
                    writer = shadow.writer[place[cases]]
                    self.report(kind, place[cases], thread[cases], writer, here[cases])

        return after

    def atomic(self, at: np.ndarray, width: int, thread: np.ndarray) -> None:
        """Atomic operations of threads: they conflict with plain accesses, not with each other.

        Of those on one place the last one is kept; later plain accesses have to be ordered to it.
        """
        shadow = self.shadow
        place, thread = self._places(at, width, thread)
        self.check_kind(place, thread)
        plain = shadow.kind[place] != ATOMIC
        writer = self.writers(place)
        never = writer == NOBODY
        if never.any():
            self.report("uninitialized", place[never], thread[never])
        others, before = place[plain], thread[plain]
        did = writer[plain], shadow.written_clock[others], shadow.written_at[others]
        self.report_conflicts("race-write", others, before, did)
        self.against_reads(place, thread, atomic=True)
        shadow.writer[place] = thread
        shadow.written_clock[place] = self.machine.clocks.clock[self.warp(thread)]
        shadow.written_at[place] = self.machine.at
        shadow.kind[place] = ATOMIC

    def check_write(
        self, place: np.ndarray, thread: np.ndarray, same: Callable[[], np.ndarray] | None
    ) -> None:
        """A write against earlier writes and reads of others."""
        self.check_kind(place, thread)
        self._against_writes(place, thread, same)
        self.against_reads(place, thread)

    def _against_writes(
        self, place: np.ndarray, thread: np.ndarray, same: Callable[[], np.ndarray] | None
    ) -> None:
        shadow = self.shadow
        writer = shadow.writer[place]
        generic = np.isin(shadow.kind[place], (GENERIC, ATOMIC))
        across, within = self.conflict(thread, writer, shadow.written_clock[place])
        across, within = across & generic, within & generic
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
