"""Uninitialized reads: a finding when an undefined word is used, not when it is loaded.

ptxas merges narrow loads into wide ones, and the last one may read padding of an array. So a use
counts, not the load (Seward, Nethercote: "Using Valgrind to detect undefined value errors with
bit-precision", 2005). Every read of a 32-bit word with an undefined byte is a use, except a store
to shared memory: it copies a struct with its padding, byte by byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..state.registers import Mask

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter
    from ..isa.operands import Operand
    from .races import Checker


@dataclass
class Word:
    """An undefined register: its lanes, their undefined bytes as bits, the memory it was loaded
    from, and the loading instruction.
    """

    lanes: np.ndarray
    undefined_bytes: np.ndarray
    place: np.ndarray
    at: np.ndarray
    checker: Checker


class Undefined:
    """Undefined words of all registers, by register index."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.words: dict[int, Word] = {}

    def load(
        self,
        checker: Checker,
        register: int,
        lanes: np.ndarray,
        place: np.ndarray,
        never: np.ndarray,
    ) -> None:
        """Lanes load words into consecutive registers; `never` (accesses, words, granules of a
        word) marks undefined granules.
        """
        threads = self.interpreter.threads
        granule = (1 << checker.granule) - 1 << checker.granule * np.arange(never.shape[2])
        missing_bytes = (never * granule).sum(axis=2)
        for part in np.flatnonzero(never.any(axis=(0, 2))):
            missing = missing_bytes[:, part] > 0
            word = self.words.get(register + int(part))
            if word is None:
                word = self.words[register + int(part)] = Word(
                    np.zeros(threads, bool),
                    np.zeros(threads, np.uint8),
                    np.zeros(threads, np.int64),
                    np.zeros(threads, np.int64),
                    checker,
                )
            word.lanes[lanes[missing]] = True
            word.undefined_bytes[lanes[missing]] = missing_bytes[missing, part]
            word.place[lanes[missing]] = place[missing, part]
            word.at[lanes[missing]] = self.interpreter.at
            word.checker = checker

    def step(self, at: int, mask: Mask) -> None:
        """Before an instruction: undefined sources are reported, destinations become defined."""
        interpreter = self.interpreter
        named = interpreter.dependences[at]
        read, written = (
            [index for index in self.words if ("R", index) in registers]
            for registers in (named.reads, named.writes)
        )
        code = interpreter.program.codes[at]
        if code.base == "STS" and read:
            place = {part.index for part in code.operands[0].parts if part.kind == "R"}
            read = [index for index in read if index in place]
        if not read and not written:
            return
        active = interpreter.active(mask)
        if (predicate := code.predicate) is not None:
            active = active & interpreter.registers.condition(predicate)()
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

    def bytes_of(self, register: int, count: int, lanes: np.ndarray) -> np.ndarray:
        """Undefined bytes of consecutive registers as bits, shape (lanes, count)."""
        undefined = np.zeros((len(lanes), count), np.uint8)
        for part in range(count):
            if word := self.words.get(register + part):
                undefined[:, part] = np.where(word.lanes[lanes], word.undefined_bytes[lanes], 0)
        return undefined

    def _taken(self, at: int, index: int) -> np.ndarray:
        """Lanes that use a source register; a select uses only the chosen one."""
        code = self.interpreter.program.codes[at]
        if code.base not in ("SEL", "FSEL"):
            return np.ones(self.interpreter.threads, bool)
        _, first, second, choice = code.operands
        chosen = self.interpreter.registers.condition(choice)()
        return (chosen & _is(first, index)) | (~chosen & _is(second, index))

    def _report(self, load: int, at: int, word: Word, lanes: np.ndarray) -> None:
        interpreter, checker = self.interpreter, word.checker
        place, codes = int(word.place[lanes[0]]), interpreter.program.codes
        memory, byte = checker.name_of(place * checker.granule)
        note = f"used by `{codes[at].instruction.text}`"
        if (copies := checker.shadow.copied_undefined) is not None:
            copied_at = int(copies[place : place + max(1, 4 // checker.granule)].max())
            if copied_at:
                note += f"; copied there by `{codes[copied_at - 1].instruction.text}`"
        interpreter.findings.add(
            "uninitialized",
            load,
            len(lanes),
            memory=memory,
            byte=byte,
            threads=(interpreter.name_lane(int(lanes[0])),),
            note=note,
        )


def _is(operand: Operand, index: int) -> bool:
    return operand.kind == "R" and operand.index == index
