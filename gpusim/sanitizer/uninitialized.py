"""Words that were loaded from where nothing wrote: a mistake once they are used.

ptxas merges narrow loads into wide ones, and the last of them may reach past what a loop needs,
into the padding of an array. So it is the use of such a word that counts, not its load (as in
Seward, Nethercote: "Using Valgrind to detect undefined value errors with bit-precision", 2005, but
a word is defined or not as a whole, and whatever reads it uses it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..state.registers import Mask

if TYPE_CHECKING:
    from ..functional.interpreter import Machine
    from ..isa.operands import Operand
    from .races import Checker


@dataclass
class Word:
    """A register: the lanes that have it undefined, where they loaded it from and by what."""

    lanes: np.ndarray
    place: np.ndarray
    at: np.ndarray
    checker: Checker


class Undefined:
    """The undefined words of all registers, by index."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.words: dict[int, Word] = {}

    def load(
        self,
        checker: Checker,
        register: int,
        lanes: np.ndarray,
        place: np.ndarray,
        never: np.ndarray,
    ) -> None:
        """Lanes load words into registers from one on; `never` (accesses, words) were written."""
        threads = self.machine.threads
        for part in np.flatnonzero(never.any(axis=0)):
            missing = never[:, part]
            word = self.words.get(register + int(part))
            if word is None:
                word = self.words[register + int(part)] = Word(
                    np.zeros(threads, bool),
                    np.zeros(threads, np.int64),
                    np.zeros(threads, np.int64),
                    checker,
                )
            word.lanes[lanes[missing]] = True
            word.place[lanes[missing]] = place[missing, part]
            word.at[lanes[missing]] = self.machine.at
            word.checker = checker

    def step(self, at: int, mask: Mask) -> None:
        """An instruction is about to run: what it reads is used, what it writes is defined."""
        machine = self.machine
        named = machine.dependences[at]
        read, written = (
            [index for index in self.words if ("R", index) in registers]
            for registers in (named.reads, named.writes)
        )
        if not read and not written:
            return
        active = machine.active(mask)
        if (predicate := machine.program.codes[at].predicate) is not None:
            active = active & machine.registers.condition(predicate)()
        for index in read:
            word = self.words[index]
            used = np.flatnonzero(word.lanes & active & self._taken(at, index))
            for load in np.unique(word.at[used]):
                self._report(int(load), at, word, used[word.at[used] == load])
            word.lanes[used] = False
        for index in written:
            self.words[index].lanes[active] = False
        for index in {*read, *written}:
            if not self.words[index].lanes.any():
                del self.words[index]

    def _taken(self, at: int, index: int) -> np.ndarray:
        """Which lanes use a register that they read: of two that a predicate chooses from, one."""
        code = self.machine.program.codes[at]
        if code.base not in ("SEL", "FSEL"):
            return np.ones(self.machine.threads, bool)
        _, first, second, choice = code.operands
        chosen = self.machine.registers.condition(choice)()
        return (chosen & _is(first, index)) | (~chosen & _is(second, index))

    def _report(self, load: int, at: int, word: Word, lanes: np.ndarray) -> None:
        machine, checker = self.machine, word.checker
        memory, byte = checker.name_of(int(word.place[lanes[0]]) * checker.granule)
        machine.findings.add(
            "uninitialized",
            load,
            len(lanes),
            memory=memory,
            byte=byte,
            threads=(machine.name_lane(int(lanes[0])),),
            note=f"used by `{machine.program.codes[at].instruction.text}`",
        )


def _is(operand: Operand, index: int) -> bool:
    return operand.kind == "R" and operand.index == index
