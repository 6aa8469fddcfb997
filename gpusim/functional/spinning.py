"""Detects threads that spin forever: the state at a back edge equals an earlier state.

Registers, memory, program counters, waits and relative back-edge counts determine execution. If all
of these recur and every running thread has taken the same number of back edges, the threads spin
until another block writes what they read. In long loops, only registers on which control flow and
addresses depend have to recur: an accumulator does not end a loop. One earlier state is kept, taken
at growing intervals (Brent's method, BIT 20(2), 1980), so detection is cheap if nothing recurs. A
loop that sleeps longer and longer has another state each time; it is known by its NANOSLEEP. If
memory keeps changing, `WatchedMemory` finds the words that have to recur.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.control_flow import counting_slice, innermost_loops
from ..isa.dependences import Register
from .watched_memory import WatchedMemory

if TYPE_CHECKING:
    from .interpreter import Interpreter

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

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        written = frozenset().union(
            *(dependences.writes for dependences in interpreter.dependences)
        )
        self.written = sorted(
            register for register in written if register[0] in interpreter.registers.files
        )
        self.compared = 0
        self.watched: WatchedMemory | None = None
        self.patience = _STORING
        self.orders = 0
        self.begin()

    @cached_property
    def _deciding(self) -> list[frozenset[Register]]:
        """By instruction, registers whose values decide what its threads execute from there on."""
        interpreter = self.interpreter
        return list(counting_slice(interpreter.program, interpreter.dependences).live)

    def begin(self) -> None:
        """Reset, since other blocks may have written."""
        self.jumps, self.due = 0, 1
        self.state: _State | None = None
        self.last_changes = self.unchanged = self.changing = 0
        self._watch(False)

    def _watch(self, on: bool) -> None:
        if self.watched:
            self.watched.end()
        self.watched = WatchedMemory(self.interpreter) if on else None
        self.state, self.jumps, self.due = None, 0, 1

    def jumped(self) -> bool:
        """After a back edge: whether the threads spin forever."""
        changes = self.interpreter.changes
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
                self.interpreter.clock_reads,
                self.interpreter.backedge_counts.copy(),
                places,
                words,
            )
            if self.watched:
                self.state.changed, self.state.memory = self._changed(), self.watched.state()
                self.watched.grew = False
        return False

    def _reorder(self) -> None:
        """Continue with the warps one after another."""
        interpreter = self.interpreter
        self.orders += 1
        order = np.random.default_rng(self.orders).permutation(interpreter.warps)
        interpreter.delays = np.repeat(order * _BEHIND, WARP)
        interpreter.backedge_counts += interpreter.delays
        interpreter.woken = True
        self._watch(True)

    def _changed(self) -> tuple:
        """Counts of what is not part of the watched memory: stacks and barriers."""
        interpreter = self.interpreter
        program = interpreter.program
        others = program.has_mbarriers or any(code.base == "STL" for code in program.codes)
        arrived = interpreter.control.barriers.arrived
        return others and interpreter.changed, {key: len(value) for key, value in arrived.items()}

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
        interpreter = self.interpreter
        codes, loops = interpreter.program.codes, innermost_loops(interpreter.program)
        yields = [
            pc
            for pc, (first, last) in loops.items()
            if {"YIELD", *opcodes} <= {code.base for code in codes[first : last + 1]}
        ]
        ready = interpreter.alive & (interpreter.waiting == 0)
        freed = interpreter.control.barriers.leave(ready & np.isin(interpreter.pc, yields))
        interpreter.woken |= freed
        return freed

    @property
    def may_end(self) -> bool:
        """Whether memory has changed since the threads began to spin."""
        if self.state is not None and self.watched:
            return not self._same_words()
        return self.state is None or self.state.changes != self.interpreter.changes

    def report(self, note: str) -> None:
        """Report spinning threads at the load in their loop, and end all threads."""
        interpreter = self.interpreter
        for pc, lanes in self._who_reads():
            first = interpreter.name_lane(int(lanes[0]))
            interpreter.findings.add("deadlock", pc, len(lanes), threads=(first,), note=note)
        interpreter.alive[:] = False

    @property
    def asks_others(self) -> bool:
        """Whether the spinning threads read memory that another block may write."""
        codes = self.interpreter.program.codes
        return any(codes[pc].row.access in _LOADS[2:] for pc, _ in self._who_reads())

    def _who_reads(self) -> Iterator[tuple[int, np.ndarray]]:
        """(load instruction, lanes) of the spinning threads."""
        interpreter = self.interpreter
        ready = interpreter.alive & (interpreter.waiting == 0)
        for pc in np.unique(interpreter.pc[ready]):
            yield self._read_at(int(pc)), np.flatnonzero(ready & (interpreter.pc == pc))

    def _read_at(self, pc: int) -> int:
        """The first load of the innermost loop around an instruction, or its back edge."""
        program = self.interpreter.program
        loops = innermost_loops(program)
        if pc not in loops:
            return pc
        first, last = loops[pc]
        loads = (code.at for code in program.codes[first:last] if code.row.access in _LOADS)
        return next(loads, last)

    def _rows(self) -> Iterator[tuple[Register, np.ndarray]]:
        files = self.interpreter.registers.files
        return (((file, index), files[file][index]) for file, index in self.written)

    def _places(self) -> list[np.ndarray]:
        """Program counters and waits."""
        interpreter = self.interpreter
        barriers = interpreter.control.barriers
        expected = np.where(interpreter.waiting > 0, barriers.expected, 0)
        return [
            interpreter.pc, interpreter.alive, interpreter.waiting,
            interpreter.barriers, barriers.members, expected,
        ]  # fmt: skip

    def _is_back(self, state: _State) -> bool:
        interpreter = self.interpreter
        if interpreter.clock_reads != state.clock_reads:
            return False
        self.compared += 1
        decide = None
        if self.compared > _LONG or self.watched:
            pcs = np.unique(interpreter.pc[interpreter.alive]).tolist()
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
        backedge_counts = interpreter.backedge_counts - state.backedge_counts
        ready = interpreter.alive & (interpreter.waiting == 0)
        return (
            len(np.unique(backedge_counts[ready | (interpreter.alive & (backedge_counts > 0))]))
            == 1
        )
