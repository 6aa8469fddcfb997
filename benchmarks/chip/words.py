"""Instruction words of sm_90 with chosen registers and control codes.

A form is a word that ptxas generated. An instruction is that word with other register numbers and
another control code. nvdisasm must read each word back as intended (`skeleton.check`). Fields:
destination in bits 16-23, sources in 24-31, 32-39 and 64-71, the control code in 105-125
(docs/path/2-read-a-kernel.md).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

# Name -> lower half, upper half, letters of the register fields.
_FORMS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
# Bit of the word at which a letter's number begins.
_PLACES = {"d": 16, "a": 24, "b": 32, "c": 64}
_CONTROL, _CONTROL_BITS = 105, 21
NONE = 7


@dataclass(frozen=True)
class Word:
    """One instruction of 128 bits, and how nvdisasm has to read its opcode."""

    opcode: str
    bits: int

    @property
    def data(self) -> bytes:
        return self.bits.to_bytes(16, "little")


def word(
    opcode: str,
    *registers: int,
    stall: int = 1,
    write: int = NONE,
    read: int = NONE,
    wait: int = 0,
    reuse: int = 0,
    yields: bool = False,
) -> Word:
    """An instruction with these registers, in the order of its operands as nvdisasm writes them
    (of stores: address, data), each a number; 255 is RZ.

    `stall`, `write`, `read` (7: none), `wait` (a mask), `reuse` and `yields` make its control code.
    """
    lower, upper, letters = _FORMS[opcode]
    if len(registers) != len(letters):
        raise ValueError(f"{opcode} has registers {letters!r}, not {len(registers)}")
    bits = int(upper, 16) << 64 | int(lower, 16)
    for letter, number in zip(letters, registers, strict=True):
        wide = 6 if letter.isupper() else 8
        bits = _with(bits, _PLACES[letter.lower()], wide, number)
    control = stall | (not yields) << 4 | write << 5 | read << 8 | wait << 11 | reuse << 17
    return Word(opcode, _with(bits, _CONTROL, _CONTROL_BITS, control))


def immediate(dest: int, value: int, stall: int = 6) -> Word:
    """MOV R[dest], value; the stall count covers its latency."""
    made = word("MOV", dest, 0, stall=stall).bits
    made = _with(made, 0, 12, 0x802)
    return Word("MOV", _with(made, 32, 32, value))


def branch(words: int, predicate: int = 7, stall: int = 5) -> Word:
    """BRA over the given number of following words (negative: backward), if the predicate holds."""
    made = word("BRA", stall=stall).bits
    made = _with(made, 12, 4, predicate)
    # In units of four bytes: the low 8 bits, and in a separate field the others with the sign.
    distance = words * 4
    made = _with(made, 16, 8, distance & 0xFF)
    return Word("BRA", _with(made, 34, 48, distance >> 8 & (1 << 48) - 1))


def offset_by(instruction: Word, distance: int) -> Word:
    """A memory instruction with a signed 24-bit number of bytes added to its address."""
    return Word(instruction.opcode, _with(instruction.bits, 40, 24, distance & 0xFFFFFF))


def _with(bits: int, first_bit: int, wide: int, value: int) -> int:
    if not 0 <= value < 1 << wide:
        raise ValueError(f"{value} does not fit in {wide} bits")
    mask = (1 << wide) - 1 << first_bit
    return bits & ~mask | value << first_bit
