"""Uninitialized reads: a finding when an undefined word is used, not when it is loaded.

ptxas merges narrow loads into wide ones, and the last one may read padding of an array. Algorithms
that compute on a padded array drop what they made of the padding. So a use counts, not the load
(Seward, Nethercote: "Using Valgrind to detect undefined value errors with bit-precision", 2005):
a store to global memory, an address, a branch. Every read of a 32-bit word with an undefined byte
is a use, except

- a store to shared or local memory: it copies a struct with its padding, byte by byte;
- a comparison whose result the predicate that it is combined with decides alone;
- a move, a selection of bytes or of one of two words: its result is undefined instead, in the bytes
  that come from undefined ones;
- arithmetic of a lane that writes registers only: its result is undefined;
- a shuffle: its result is undefined if the value is, or if the lane that it reads does not take
  part (CUDA C++ Programming Guide, "Warp Shuffle Functions").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..state.registers import Mask
from .happens_before import granules, undefined_granules

if TYPE_CHECKING:
    from ..isa.decoder import Code, Operand
    from ..state.execution import Execution
    from .races import Checker

# Truth table of the bitwise AND of the first two operands of LOP3.
_AND = 0xC0
# Bytes of a selected half, and of what a narrow store writes, as bits.
_HALVES = {".H0_H0": 3, ".H1_H1": 12}
_NARROW = {"U8": 1, "S8": 1, "U16": 3, "S16": 3}
# Pipes of instructions that compute, and roles of those that concern other lanes or control flow.
_ARITHMETIC = ("fma", "half", "alu", "double", "imad", "special")
_NOT_ALONE = {"decides", "control", "product", "waits", "orders"}


@dataclass
class Word:
    """An undefined register: its lanes, their undefined bytes as bits, the memory it was loaded
    from, and the loading instruction, or a shuffle and no memory.
    """

    lanes: np.ndarray
    undefined_bytes: np.ndarray
    place: np.ndarray
    at: np.ndarray
    checker: Checker | Stack | None

    @classmethod
    def empty(cls, threads: int, checker: Checker | Stack | None = None) -> Word:
        lanes, undefined = np.zeros(threads, bool), np.zeros(threads, np.uint8)
        place, pcs = np.zeros(threads, np.int64), np.zeros(threads, np.int64)
        return cls(lanes, undefined, place, pcs, checker)

    def copy(self) -> Word:
        return Word(*(row.copy() for row in self.rows), self.checker)

    @property
    def rows(self) -> tuple[np.ndarray, ...]:
        return self.lanes, self.undefined_bytes, self.place, self.at


class Stack:
    """The bytes of local memory that have been written; a checker like those of shared and global
    memory."""

    granule, shadow = 1, None

    def __init__(self, execution: Execution) -> None:
        self.stride = execution.local_stride
        self.written = np.zeros(execution.local.size, bool)

    def name_of(self, place: int) -> tuple[str, int]:
        return "local", place % self.stride

    def read(
        self,
        offsets: np.ndarray,
        width: int,
        *_: np.ndarray,
        into: Callable[[np.ndarray, np.ndarray], None] | None,
        **form: object,
    ) -> None:
        """`into` receives, for each access, its bytes and which of them are uninitialized."""
        place = granules(offsets, width, self.granule)
        never = ~self.written[place]
        if into and never.any():
            into(place, never)

    def write(self, offsets: np.ndarray, width: int, *_: object) -> Callable[[object], None]:
        self.written[granules(offsets, width, self.granule)] = True
        return lambda same: None

    def copy_undefined(self, offsets: np.ndarray, width: int, undefined: np.ndarray) -> None:
        """After a store: `undefined` has bits for undefined bytes, shape (accesses, words)."""
        self.written[undefined_granules(offsets, width, undefined, self.granule)] = False


class Undefined:
    """Undefined words of all registers, by register index."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.words: dict[int, Word] = {}
        # By instruction, a generic store's lanes that write shared or local memory.
        self.copies: dict[int, Callable[[], np.ndarray]] = {}

    def load(
        self,
        checker: Checker | Stack,
        register: int,
        lanes: np.ndarray,
        place: np.ndarray,
        never: np.ndarray,
    ) -> None:
        """Lanes load words into consecutive registers; `never` (accesses, words, granules of a
        word) marks the undefined granules."""
        granule = (1 << checker.granule) - 1 << checker.granule * np.arange(never.shape[2])
        missing_bytes = (never * granule).sum(axis=2)
        for part in np.flatnonzero(never.any(axis=(0, 2))):
            undefined = missing_bytes[:, part]
            self.load_bytes(checker, register + int(part), lanes, place[:, part], undefined)

    def load_bytes(
        self,
        checker: Checker | Stack,
        register: int,
        lanes: np.ndarray,
        place: np.ndarray,
        undefined: np.ndarray,
    ) -> None:
        """Lanes load a word each, from a granule each; `undefined` has its undefined bytes as
        bits."""
        missing = undefined > 0
        if not missing.any():
            return
        word = self.words.get(register)
        if word is None:
            word = self.words[register] = Word.empty(self.execution.threads, checker)
        word.lanes[lanes[missing]] = True
        word.undefined_bytes[lanes[missing]] = undefined[missing]
        word.place[lanes[missing]] = place[missing]
        word.at[lanes[missing]] = self.execution.at
        word.checker = checker

    def step(self, pc: int, mask: Mask) -> None:
        """Before an instruction: report undefined sources, and mark destinations as defined."""
        execution = self.execution
        code = execution.program.codes[pc]
        read, written = (
            [index for index in self.words if ("R", index) in registers]
            for registers in (code.reads, code.writes)
        )
        if code.base in ("STS", "STL") and read:
            place = {part.index for part in code.operands[0].parts if part.kind == "R"}
            read = [index for index in read if index in place]
        if code.base == "SHFL":
            # `shuffle` follows the value.
            destination, value = code.operands[1:3]
            read = [index for index in read if not _is(value, index)]
            written = [index for index in written if not _is(destination, index)]
        if not read and not written:
            return
        active = execution.active(mask)
        if (predicate := code.predicate) is not None:
            active = active & execution.registers.condition(predicate)()
        moves = read and (is_move(code) or computes(code))
        result = self._moved(code, read, active) if moves else None
        if pc in self.copies and read:
            place = {part.index for part in code.operands[0].parts if part.kind == "R"}
            self._use(pc, [index for index in read if index in place], active)
            read = [index for index in read if index not in place]
            self._use(pc, read, active & ~self.copies[pc]())
        elif not moves:
            self._use(pc, read, active & self._undecided(code) if read else active)
        for index in written:
            self.words[index].lanes[active] = False
        if result is not None:
            targets = {("R", code.operands[0].index)} if is_move(code) else code.writes
            for _, index in targets:
                self._put(index, result.copy())
        for index in {*read, *written}:
            if not self.words[index].lanes.any():
                del self.words[index]

    def shuffle(self, code: Code, source: np.ndarray, active: np.ndarray) -> None:
        """Active lanes read a register of their `source` lanes."""
        destination, value = code.operands[1:3]
        absent = active & ~active[source]
        if not (self.words or absent.any()) or destination.is_zero:
            return
        result = Word.empty(len(active))
        if value.kind == "R" and (word := self.words.get(value.index)):
            result = Word(*(row[source] for row in word.rows), word.checker)
            result.lanes &= active
        result.lanes |= absent
        result.undefined_bytes[absent], result.at[absent] = 15, self.execution.at
        if before := self.words.get(destination.index):
            before.lanes[active] = False
        if result.lanes.any():
            self._put(destination.index, result)

    def _undecided(self, code: Code) -> np.ndarray:
        """Lanes in which a comparison matters: it is combined with a predicate by AND or OR."""
        everywhere = np.ones(self.execution.threads, bool)
        if code.base not in ("ISETP", "FSETP", "DSETP") or not code.has("AND", "OR"):
            return everywhere
        combined = self.execution.registers.condition(code.operands[4])()
        return everywhere & (combined if code.has("AND") else ~combined)

    def _use(self, pc: int, read: list[int], active: np.ndarray) -> None:
        """Report each undefined source once."""
        code = self.execution.program.codes[pc]
        for index in read:
            word = self.words[index]
            undefined = word.undefined_bytes & _used_bytes(code, index) > 0
            used = np.flatnonzero(word.lanes & active & undefined)
            for load in np.unique(word.at[used]):
                self._report(int(load), pc, word, used[word.at[used] == load])
            word.lanes[used] = False

    def _moved(self, code: Code, read: list[int], active: np.ndarray) -> Word | None:
        """The undefined result of a move; None if it is defined."""
        result = Word.empty(len(active), self.words[read[0]].checker)
        for index in read:
            word = self.words[index]
            undefined = word.undefined_bytes & _used_bytes(code, index)
            if is_move(code):
                undefined = result_bytes(code, index, undefined)
            else:
                undefined = np.where(undefined, np.uint8(15), np.uint8(0))
            lanes = word.lanes & active & self._taken(code, index) & (undefined > 0)
            result.lanes |= lanes
            result.undefined_bytes[lanes] |= undefined[lanes]
            result.place[lanes], result.at[lanes] = word.place[lanes], word.at[lanes]
            if lanes.any():
                result.checker = word.checker or result.checker
        return result if result.lanes.any() and not code.operands[0].is_zero else None

    def _put(self, register: int, result: Word) -> None:
        """Mark a register as undefined in the lanes of `result` as well."""
        word = self.words.setdefault(register, result)
        if word is not result:
            lanes = result.lanes
            for row, new in zip(word.rows, result.rows, strict=True):
                row[lanes] = new[lanes]
            word.checker = result.checker or word.checker

    def bytes_of(self, register: int, count: int, lanes: np.ndarray) -> np.ndarray:
        """Undefined bytes of consecutive registers as bits, shape (lanes, count)."""
        undefined = np.zeros((len(lanes), count), np.uint8)
        for part in range(count):
            if word := self.words.get(register + part):
                undefined[:, part] = np.where(word.lanes[lanes], word.undefined_bytes[lanes], 0)
        return undefined

    def _taken(self, code: Code, index: int) -> np.ndarray:
        """Lanes that use a source register; a select uses only the selected one."""
        if not is_move(code) or code.base not in ("SEL", "FSEL"):
            return np.ones(self.execution.threads, bool)
        _, first, second, choice = code.operands
        chosen = self.execution.registers.condition(choice)()
        return (chosen & _is(first, index)) | (~chosen & _is(second, index))

    def _report(self, load: int, pc: int, word: Word, lanes: np.ndarray) -> None:
        execution, checker = self.execution, word.checker
        place, codes = int(word.place[lanes[0]]), execution.program.codes
        threads = (execution.name_lane(int(lanes[0])),)
        note = f"used by `{codes[pc].instruction.text}`"
        if "/cub/" in codes[load].instruction.header:
            # CUB's merges compare keys beyond the last one and drop the result.
            return
        if codes[load].base == "SHFL":
            execution.findings.add("inactive-lane", load, len(lanes), threads=threads, note=note)
            return
        memory, byte = checker.name_of(place * checker.granule)
        if checker.shadow and checker.shadow.copies_undefined:
            word_of = place + np.arange(max(1, 4 // checker.granule))
            copied_at = int(checker.shadow.copied_undefined[word_of].max())
            if copied_at:
                note += f"; copied there by `{codes[copied_at - 1].instruction.text}`"
        execution.findings.add(
            "uninitialized",
            load,
            len(lanes),
            memory=memory,
            byte=byte,
            threads=threads,
            note=note,
        )


def _is(operand: Operand, index: int) -> bool:
    return operand.kind == "R" and operand.index == index


def _used_bytes(code: Code, index: int) -> np.uint8:
    """Bytes of a source register that an instruction uses, as bits: one half of a pair, or what a
    narrow store writes."""
    stored = next((_NARROW[name] for name in code.modifiers if name in _NARROW), 15)
    used = 0
    for operand in code.operands:
        if operand.kind == "address":
            used |= 15 * any(_is(part, index) for part in operand.parts)
        elif _is(operand, index):
            used |= _HALVES.get(operand.suffix, stored if code.base in ("STG", "ST") else 15)
    return np.uint8(used or 15)


def is_move(code: Code) -> bool:
    """Whether an instruction unconditionally moves or selects bytes of its sources."""
    if code.base == "PRMT":
        return not code.modifiers and code.operands[2].kind == "immediate"
    if code.base == "LOP3":
        return _mask(code) is not None
    if code.base == "SHF":
        return code.modifiers == ("R", "U32", "HI") and _bytes_shifted(code) is not None
    if code.has("64"):
        return False
    return code.base in ("MOV", "SEL", "FSEL") or (code.base == "IMAD" and code.has("MOV"))


def computes(code: Code) -> bool:
    """Whether an instruction computes registers of a lane from other registers of the lane."""
    row = code.row
    alone = row.pipe in _ARITHMETIC and not row.memory and not row.roles & _NOT_ALONE
    return alone and bool(code.writes) and all(kind == "R" for kind, _ in code.writes)


def _mask(code: Code) -> int | None:
    """The immediate mask, if the instruction is a bitwise AND with one."""
    if len(code.operands) != 6 or code.operands[1].kind != "R":
        return None
    _, _, mask, third, table, _ = code.operands
    is_and = mask.kind == table.kind == "immediate" and third.is_zero and table.value == _AND
    return int(mask.value) if is_and else None


def _bytes_shifted(code: Code) -> int | None:
    """The number of bytes by which a word is shifted to the right."""
    _, low, shift, _ = code.operands
    whole = low.is_zero and shift.kind == "immediate" and shift.value % 8 == 0
    return int(shift.value) // 8 if whole else None


def result_bytes(code: Code, index: int, undefined: np.ndarray) -> np.ndarray:
    """Undefined bytes of a move's result, as bits, given the `undefined` bytes of a source."""
    if code.base == "LOP3":
        kept = sum(1 << byte for byte in range(4) if _mask(code) >> 8 * byte & 255)
        return undefined & np.uint8(kept)
    if code.base == "SHF":
        return undefined >> np.uint8(_bytes_shifted(code))
    if code.base != "PRMT":
        return undefined
    _, low, selector, high = code.operands
    made = np.zeros_like(undefined)
    for byte in range(4):
        which = int(selector.value) >> 4 * byte & 7
        if _is(low if which < 4 else high, index):
            made |= (undefined >> np.uint8(which & 3) & 1) << np.uint8(byte)
    return made
