"""Detects threads that spin forever: the state at a back edge equals an earlier state.

Registers, memory, program counters, waits and relative back-edge counts determine execution. If all
of these recur and every running thread has taken the same number of back edges, the threads spin
until another block writes what they read. In long loops, only registers on which control flow and
addresses depend have to recur: an accumulator does not end a loop. One earlier state is kept, taken
at growing intervals (Brent's method, BIT 20(2), 1980), so detection is cheap if nothing recurs. A
loop that sleeps longer and longer has another state each time; it is known by its NANOSLEEP.

A loop that counts its attempts in memory never returns to an earlier state. It is endless all the
same if the words that decide what its threads execute recur: those that are loaded into registers
which branches and addresses depend on. Words that stores write there depend on the registers of
these stores, so these decide too. If memory keeps changing, `WatchedMemory` finds these words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..chips import WARP
from ..dataflow.slicing import counting_slice
from ..isa.decoder import Register
from ..state.execution import Execution


class WatchedMemory:
    """Observes accesses to global memory and to the shared memory of an interpreter's blocks."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.spaces = (execution.memory, execution.shared)
        self.stores: frozenset[int] = frozenset()
        self._slice()
        # By space: whether each word was loaded by a deciding load, and what stored it last.
        self.loaded = [np.zeros(space.size // 4, bool) for space in self.spaces]
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
        part = counting_slice(self.execution.program, stores=self.stores)
        self.live: tuple[frozenset[Register], ...] = part.live
        self.loads = frozenset(code.at for code in part.by_data)

    def _note(self, space: int, offsets: np.ndarray, width: int, stores: bool) -> None:
        at = self.execution.at
        if not self.execution.alive.any():
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
        return [space.values(4 * np.flatnonzero(loaded), 4) for space, loaded in pairs]


# Back edges between stored states while memory changes: copying the registers takes about as long
# as a hundred instructions.
_APART = 256
# Back edges without a change of memory after which loops with a NANOSLEEP are taken to wait.
_PATIENCE = 256
# Comparisons of states after which registers that control flow does not depend on are left out.
_LONG = 4096
# Back edges while memory changes after which the memory that decides is watched; if nothing recurs
# for as many again, four times as many until the next attempt.
_STORING = 2048
# Threads that change the memory they wait for, as with try-locks, may only be in step: warps run
# in other orders so many times, each so many back edges behind the previous one.
_ORDERS, _BEHIND = 3, 64
# Loads that can observe writes of other threads.
_LOADS = ("shared.load", "shared.atomic", "global.load", "global.atomic")


@dataclass
class _State:
    """State that determines further execution; `changes` stands for memory, and a clock that was
    read since has advanced."""

    changes: int
    clock_reads: int
    backedge_counts: np.ndarray
    places: list[np.ndarray]
    words: dict[Register, np.ndarray]
    # What only matters if memory changes: counts of stack stores and barriers, and memory words.
    changed: tuple = ()
    memory: list[np.ndarray] = field(default_factory=list)


class Spinning:
    """Observes the back edges of an interpreter's threads."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.compared = 0
        self.watched: WatchedMemory | None = None
        self.patience = _STORING
        self.orders = 0
        self.begin()

    @cached_property
    def written(self) -> list[Register]:
        """Registers that any instruction writes."""
        codes = self.execution.program.codes
        return sorted(frozenset().union(*(code.writes for code in codes)))

    @cached_property
    def _deciding(self) -> list[frozenset[Register]]:
        """By instruction, registers whose values decide what its threads execute from there on."""
        return list(counting_slice(self.execution.program).live)

    def begin(self) -> None:
        """Reset, since other blocks may have written."""
        self.last_changes = self.unchanged = self.changing = 0
        self._watch(False)

    def _watch(self, on: bool) -> None:
        if self.watched:
            self.watched.end()
        self.watched = WatchedMemory(self.execution) if on else None
        self.state: _State | None = None
        self.jumps, self.due = 0, 1

    def jumped(self) -> bool:
        """After a back edge: whether the threads spin forever."""
        changes = self.execution.changes
        same_memory = self.state is not None and self.state.changes == changes
        if self._recurs() if self.watched else same_memory and self._is_back(self.state):
            if self.watched and self.orders < _ORDERS:
                self._reorder()
                return False
            if self.watched:
                self.watched.end()
            if not self._let_others_leave():
                return True
            self.begin()
            return False
        self.unchanged = self.unchanged + 1 if self.last_changes == changes else 0
        self.last_changes = changes
        if self.unchanged == _PATIENCE:
            self.unchanged = 0
            self._let_others_leave("NANOSLEEP")
        self.jumps += 1
        self.changing += not same_memory
        if self.changing == self.patience:
            self.changing = 0
            self.patience = 4 * self.patience if self.watched else self.patience
            self._watch(not self.watched)
        elif self.jumps == self.due:
            self.jumps = 0
            self.due = 2 * self.due if same_memory or self.watched else _APART
            words = {(file, index): row.copy() for (file, index), row in self._rows()}
            places = [state.copy() for state in self._places()]
            self.state = _State(
                changes,
                self.execution.clock_reads,
                self.execution.backedge_counts.copy(),
                places,
                words,
            )
            if self.watched:
                self.state.changed, self.state.memory = self._changed(), self.watched.state()
                self.watched.grew = False
        return False

    def _reorder(self) -> None:
        """Continue with the warps one after another."""
        execution = self.execution
        self.orders += 1
        order = np.random.default_rng(self.orders).permutation(execution.warps)
        execution.delays = np.repeat(order * _BEHIND, WARP)
        execution.backedge_counts += execution.delays
        execution.woken = True
        self._watch(True)

    def _changed(self) -> tuple:
        """Counts of what is not part of the watched memory: stacks and barriers."""
        execution = self.execution
        program = execution.program
        others = program.has_mbarriers or any(code.base == "STL" for code in program.codes)
        arrived = execution.control.barriers.arrived
        changed = execution.changed + execution.local.changes
        return others and changed, {key: len(value) for key, value in arrived.items()}

    def _recurs(self) -> bool:
        """Whether everything that decides recurs although memory changes."""
        state, watched = self.state, self.watched
        if state is None or watched.grew or self._changed() != state.changed:
            return False
        return self._is_back(state) and self._same_words() and not watched.grew

    def _same_words(self) -> bool:
        words = self.watched.state()
        return all(map(np.array_equal, words, self.state.memory))

    def _let_others_leave(self, *opcodes: str) -> bool:
        """Whether threads that wait to reconverge with spinning ones can continue without them;
        `opcodes` are in the loops of spinning ones.

        Independent thread scheduling lets every thread make progress; for this, the compiler puts a
        YIELD into loops that may wait for another thread of the warp.
        """
        execution = self.execution
        program = execution.program
        codes, loops = program.codes, program.innermost_loops
        yields = [
            pc
            for pc, (first, last) in loops.items()
            if {"YIELD", *opcodes} <= {code.base for code in codes[first : last + 1]}
        ]
        ready = execution.alive & (execution.waiting == 0)
        freed = execution.control.barriers.leave(ready & np.isin(execution.pc, yields))
        execution.woken |= freed
        return freed

    @property
    def may_end(self) -> bool:
        """Whether memory has changed since the threads began to spin."""
        if self.state is not None and self.watched:
            return not self._same_words()
        return self.state is None or self.state.changes != self.execution.changes

    def report(self, note: str) -> None:
        """Report spinning threads at the load in their loop, and end all threads."""
        for pc, lanes in self._who_reads():
            self.execution.report("deadlock", lanes, at=pc, note=note)
        self.execution.alive[:] = False

    @property
    def asks_others(self) -> bool:
        """Whether the spinning threads read memory that another block may write."""
        codes = self.execution.program.codes
        return any(codes[pc].row.access in _LOADS[2:] for pc, _ in self._who_reads())

    def _who_reads(self) -> Iterator[tuple[int, np.ndarray]]:
        """(load instruction, lanes) of the spinning threads."""
        execution = self.execution
        ready = execution.alive & (execution.waiting == 0)
        for pc in np.unique(execution.pc[ready]):
            yield self._read_at(int(pc)), np.flatnonzero(ready & (execution.pc == pc))

    def _read_at(self, pc: int) -> int:
        """The first load of the innermost loop around an instruction, or its back edge."""
        program = self.execution.program
        loops = program.innermost_loops
        if pc not in loops:
            return pc
        first, last = loops[pc]
        loads = (code.at for code in program.codes[first:last] if code.row.access in _LOADS)
        return next(loads, last)

    def _rows(self) -> Iterator[tuple[Register, np.ndarray]]:
        files = self.execution.registers.files
        return (((file, index), files[file][index]) for file, index in self.written)

    def _places(self) -> list[np.ndarray]:
        """Program counters and waits."""
        execution = self.execution
        barriers = execution.control.barriers
        expected = np.where(execution.waiting > 0, barriers.expected, 0)
        return [
            execution.pc, execution.alive, execution.waiting,
            execution.barriers, barriers.members, expected,
        ]  # fmt: skip

    def _is_back(self, state: _State) -> bool:
        execution = self.execution
        if execution.clock_reads != state.clock_reads:
            return False
        self.compared += 1
        decide = None
        if self.compared > _LONG or self.watched:
            pcs = np.unique(execution.pc[execution.alive]).tolist()
            live = self.watched.live if self.watched else self._deciding
            decide = frozenset().union(*(live[pc] for pc in pcs))
        for number, row in self._rows():
            if decide is not None and number not in decide:
                continue
            if not np.array_equal(row, state.words[number]):
                # Compared first: it is likely to differ next time as well.
                self.written.remove(number)
                self.written.insert(0, number)
                return False
        if not all(map(np.array_equal, self._places(), state.places)):
            return False
        backedge_counts = execution.backedge_counts - state.backedge_counts
        ready = execution.alive & (execution.waiting == 0)
        return (
            len(np.unique(backedge_counts[ready | (execution.alive & (backedge_counts > 0))])) == 1
        )
