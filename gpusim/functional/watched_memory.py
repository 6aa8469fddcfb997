"""The memory on which the course of loops depends, for threads that store while they spin.

A loop that counts its attempts in memory never returns to an earlier state. It is endless all the
same if the words that decide what its threads execute recur: those that are loaded into registers
which branches and addresses depend on (`loads`). Words that stores write there depend on the
registers of these stores (`stores`), so these decide too. Both sets grow as accesses are observed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..isa.control_flow import counting_slice
from ..isa.dependences import Register

if TYPE_CHECKING:
    from .interpreter import Interpreter


class WatchedMemory:
    """Observes accesses to global memory and to the shared memory of an interpreter's blocks."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.spaces = (interpreter.memory, interpreter.shared)
        self.stores: frozenset[int] = frozenset()
        self._slice()
        # By space: whether each word was loaded by a deciding load, and what stored it last.
        self.loaded = [np.zeros(len(space.views[4]), bool) for space in self.spaces]
        self.writers: list[dict[int, np.ndarray]] = [{}, {}]
        self.grew = True
        for number, space in enumerate(self.spaces):
            space.watch = lambda offsets, width, stores, number=number: self._note(
                number, offsets, width, stores
            )

    def end(self) -> None:
        for space in self.spaces:
            space.watch = None

    def _slice(self) -> None:
        interpreter = self.interpreter
        part = counting_slice(interpreter.program, interpreter.dependences, stores=self.stores)
        self.live: tuple[frozenset[Register], ...] = part.live
        self.loads = frozenset(code.at for code in part.by_data)

    def _note(self, space: int, offsets: np.ndarray, width: int, stores: bool) -> None:
        at = self.interpreter.at
        if not self.interpreter.alive.any():
            self.end()  # other blocks run now
            return
        if not stores and at not in self.loads:
            return
        words = (offsets[:, None] + np.arange(0, max(width, 4), 4)).ravel() >> 2
        if stores:
            if at not in self.stores:
                marks = self.writers[space].setdefault(at, np.zeros_like(self.loaded[space]))
                marks[words] = True
        elif not self.loaded[space][words].all():
            self.loaded[space][words] = True
            self.grew = True

    def state(self) -> list[np.ndarray]:
        """Words that decide; updates which instructions do."""
        found = {
            at
            for loaded, writers in zip(self.loaded, self.writers, strict=True)
            for at, marks in writers.items()
            if (marks & loaded).any()
        }
        if not found <= self.stores:
            self.stores |= found
            self._slice()
            self.grew = True
        pairs = zip(self.spaces, self.loaded, strict=True)
        return [space.views[4][loaded] for space, loaded in pairs]
