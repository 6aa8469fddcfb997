"""Threads that spin: all is as it was when they jumped back before, and so it will be again.

What happens next follows from registers and memory, from where threads are and what they wait for,
and from who has jumped back less often than others. Where all that comes back and every thread that
does not wait has jumped back as often, the threads go round for ever, unless others write what they
read. One state is kept to compare with, at jumps further and further apart (Brent's method: BIT
20(2), 1980), so that it costs little where nothing comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..isa.control_flow import innermost_loops
from ..isa.dependences import Register

if TYPE_CHECKING:
    from .interpreter import Machine

# Jumps back from one state to the next while memory changes: a copy of the registers takes about
# as long as a hundred instructions.
_APART = 256
# What may tell a thread of what others have written.
_OWN = frozenset(("LDS", "ATOMS"))
_LOADS = _OWN | {"LDG", "LD", "ATOM", "ATOMG"}


@dataclass
class _State:
    """All that decides how a run goes on; `changes` tells of memory."""

    changes: int
    laps: np.ndarray
    places: list[np.ndarray]
    words: dict[Register, np.ndarray]


class Spinning:
    """Watches the jumps back of a machine's threads."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        written = frozenset().union(*(one.writes for one in machine.dependences))
        self.written = sorted(one for one in written if one[0] in machine.registers.files)
        self.begin()

    def begin(self) -> None:
        """Nothing is known: others may have written what threads spin for."""
        self.jumps, self.due = 0, 1
        self.state: _State | None = None

    def jumped(self) -> bool:
        """Some threads have jumped back; whether they will do so for ever."""
        changes = self.machine.changes
        same_memory = self.state is not None and self.state.changes == changes
        if same_memory and self._is_back(self.state):
            return True
        self.jumps += 1
        if self.jumps == self.due:
            self.jumps, self.due = 0, 2 * self.due if same_memory else _APART
            words = {(file, index): row.copy() for (file, index), row in self._rows()}
            places = [one.copy() for one in self._places()]
            self.state = _State(changes, self.machine.laps.copy(), places, words)
        return False

    @property
    def may_end(self) -> bool:
        """Whether others have written since threads began to spin."""
        return self.state is None or self.state.changes != self.machine.changes

    def report(self, note: str) -> None:
        """Note who spins, at what they read in their loop, and end them and who waits for them."""
        machine = self.machine
        for at, lanes in self._who_reads():
            first = machine.name_lane(int(lanes[0]))
            machine.findings.add("deadlock", at, len(lanes), threads=(first,), note=note)
        machine.alive[:] = False

    @property
    def asks_others(self) -> bool:
        """Whether what threads read may be another block's."""
        codes = self.machine.program.codes
        return any(codes[at].base in _LOADS - _OWN for at, _ in self._who_reads())

    def _who_reads(self) -> Iterator[tuple[int, np.ndarray]]:
        """Where lanes that spin read, and which."""
        machine = self.machine
        ready = machine.alive & (machine.waiting == 0)
        for pc in np.unique(machine.pc[ready]):
            yield self._read_at(int(pc)), np.flatnonzero(ready & (machine.pc == pc))

    def _read_at(self, pc: int) -> int:
        """The first load of the innermost loop around a place, or its jump back if it has none."""
        program = self.machine.program
        loops = innermost_loops(program)
        if pc not in loops:
            return pc
        first, last = loops[pc]
        loads = (code.at for code in program.codes[first:last] if code.base in _LOADS)
        return next(loads, last)

    def _rows(self) -> Iterator[tuple[Register, np.ndarray]]:
        files = self.machine.registers.files
        return (((file, index), files[file][index]) for file, index in self.written)

    def _places(self) -> list[np.ndarray]:
        """Where threads are, and whom they wait for."""
        machine = self.machine
        barriers = machine.control.barriers
        expected = np.where(machine.waiting > 0, barriers.expected, 0)
        return [
            machine.pc, machine.alive, machine.waiting,
            machine.barriers, barriers.members, expected,
        ]  # fmt: skip

    def _is_back(self, state: _State) -> bool:
        machine = self.machine
        for at, row in self._rows():
            if not np.array_equal(row, state.words[at]):
                # What differs now is what is likely to differ next time: it is looked at first.
                self.written.remove(at)
                self.written.insert(0, at)
                return False
        if not all(map(np.array_equal, self._places(), state.places)):
            return False
        laps = machine.laps - state.laps
        ready = machine.alive & (machine.waiting == 0)
        return len(np.unique(laps[ready | (machine.alive & (laps > 0))])) == 1
