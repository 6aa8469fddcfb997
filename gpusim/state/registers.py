"""Registers, predicates and constants of all threads that run together.

A register is a row of uint32, one word per thread. Uniform registers, one per warp in hardware, are
also stored per thread, with equal words within a warp. An action reads whole rows and writes the
lanes of its mask; a mask of None means all lanes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..chips import WARP
from ..isa.decoder import TRUE, ZERO_REGISTER, ZERO_UNIFORM, Operand

Mask = np.ndarray | None
Words = Callable[[], np.ndarray]

# Initial content of registers.
POISON = 0xDEADBEEF
ALL_LANES = np.uint32(0xFFFFFFFF)
# Operands of half2 instructions by suffix: the half in the upper place, in the lower place, and the
# signs that are flipped.
HALF_SELECTIONS = {
    "": (1, 0, 0),
    ".H0_H0": (0, 0, 0),
    ".H1_H1": (1, 1, 0),
    # Of a product of complex numbers.
    ".H0_NH1": (0, 1, 0x8000),
}


def by_warp(mask: Mask) -> Mask:
    """Extend a mask to whole warps."""
    return None if mask is None else mask.reshape(-1, WARP).any(axis=1).repeat(WARP)


def bits_by_warp(lanes: np.ndarray) -> np.ndarray:
    """uint32 for each lane: bits of the set lanes of its warp."""
    packed = np.packbits(lanes.reshape(-1, WARP), axis=1, bitorder="little")
    return np.repeat(packed.view(np.uint32)[:, 0], WARP)


def _poisoned(shape: tuple[int, int]) -> np.ndarray:
    return np.full(shape, POISON, np.uint32)


class Registers:
    """Register files of `threads` threads, a multiple of 32; `allocate` makes rows of words."""

    def __init__(
        self,
        threads: int,
        constants: Mapping[int, np.ndarray],
        allocate: Callable[[tuple[int, int]], np.ndarray] = _poisoned,
    ) -> None:
        self.threads = threads
        self.constants = {bank: words.view(np.uint32) for bank, words in constants.items()}
        self.files = {
            "R": allocate((ZERO_REGISTER + 1, threads)),
            "UR": allocate((ZERO_UNIFORM + 1, threads)),
            "P": np.zeros((TRUE + 1, threads), bool),
            "UP": np.zeros((TRUE + 1, threads), bool),
            "spare": allocate((2, threads)),
        }
        self.files["R"][ZERO_REGISTER] = self.files["UR"][ZERO_UNIFORM] = 0
        self.files["P"][TRUE] = self.files["UP"][TRUE] = True

    # --- reading ----------------------------------------------------------------------------------

    def row(self, operand: Operand, part: int = 0) -> np.ndarray:
        """Words of a register; the zero register for RZ."""
        index = operand.index if operand.is_zero else operand.index + part
        return self.files[operand.kind][index]

    def raw(self, operand: Operand, part: int = 0) -> Words:
        """uint32 bits of a register, constant or immediate, signs not applied."""
        if operand.kind in ("R", "UR", "spare"):
            row = self.row(operand, part)
            return lambda: row
        if operand.kind == "constant":
            bank = self.constants[operand.bank]
            if not operand.parts:
                word = bank[operand.index // 4 + part]
                return lambda: word
            offset = self.constant_offset(operand)
            # Inactive lanes may hold any index; `load_constant` checks the active ones.
            return lambda: bank[np.clip(offset() // 4 + part, 0, len(bank) - 1)]
        if operand.kind == "immediate":
            word = np.uint32(int(operand.value) & 0xFFFFFFFF if not part else 0)
            return lambda: word
        raise KeyError(operand.text)

    def constant_offset(self, operand: Operand) -> Callable[[], np.ndarray]:
        """Byte offsets of a constant operand in its bank, int64, one per thread.

        Registers are added modulo 2^32: an index may be negative if its base is positive.
        """
        parts = [self.raw(register) for register in operand.parts]
        if not parts:
            return lambda: np.int64(operand.index)
        return lambda: operand.index + sum(row().astype(np.int64) for row in parts) & 0xFFFFFFFF

    def word(self, operand: Operand, part: int = 0) -> Words:
        """uint32 of an integer operand, negated (-) or inverted (~) if so marked."""
        raw = self.raw(operand, part)
        if operand.invert:
            return lambda: ~raw()
        if operand.absolute:
            return lambda: np.abs(raw().view(np.int32)).view(np.uint32)
        if operand.negate:
            return lambda: np.uint32(0) - raw()
        return raw

    def pair(self, operand: Operand) -> Words:
        """uint64 of two neighbouring registers, the lower half first."""
        low, high = self.raw(operand), self.raw(operand, 1)
        return lambda: low().astype(np.uint64) | high().astype(np.uint64) << np.uint64(32)

    def long(self, operand: Operand) -> Words:
        """uint64 of a 64-bit integer operand, negated (-) or inverted (~) if so marked."""
        if operand.kind == "immediate":
            whole = np.uint64(int(operand.text, 0) & 2**64 - 1)
            return lambda: whole
        if operand.absolute:
            raise KeyError(operand.text)
        pair = self.pair(operand)
        if operand.invert:
            return lambda: ~pair()
        return (lambda: np.uint64(0) - pair()) if operand.negate else pair

    def float_bits(self, operand: Operand) -> Words:
        """uint32 bits of a float32 operand; a sign flips or clears the upper bit."""
        if operand.kind == "immediate":
            word = np.float32(operand.number).view(np.uint32)
            return lambda: word
        return with_signs(operand, self.raw(operand), np.uint32(1 << 31))

    def halves(self, operand: Operand) -> Words:
        """uint32 with both halves of a half2 operand: selected (.H0_H0), absolute, negated."""
        raw, sign = self.raw(operand), np.uint32(0x80008000)
        if not operand.suffix:
            return with_signs(operand, raw, sign)
        upper, lower, signs = HALF_SELECTIONS[operand.suffix]
        up, down = np.uint32(16 * (1 - upper)), np.uint32(16 * lower)

        def selected() -> np.ndarray:
            word = raw()
            upper_half = word << up & np.uint32(0xFFFF0000)
            return upper_half | word >> down & np.uint32(0xFFFF)

        of_product = with_signs(operand, selected, sign)
        return (lambda: of_product() ^ np.uint32(signs)) if signs else of_product

    def condition(self, operand: Operand) -> Words:
        """bool of a predicate operand, inverted if so marked."""
        row = self.row(operand)
        return (lambda: ~row) if operand.invert else (lambda: row)

    # --- writing ----------------------------------------------------------------------------------

    def writer(self, operand: Operand, part: int = 0) -> Callable[[np.ndarray, Mask], None]:
        """Returns a function that writes uint32 words or conditions; writes to RZ and PT are
        dropped.

        Uniform registers are written for whole warps.
        """
        if operand.is_zero or operand.is_true:
            return lambda _value, _mask: None
        row = self.row(operand, part)
        if operand.kind in ("UR", "UP"):
            return lambda value, mask: put(row, value, by_warp(mask))
        return lambda value, mask: put(row, value, mask)

    def pair_writer(self, operand: Operand) -> Callable[[np.ndarray, Mask], None]:
        """Returns a function that writes uint64 values to two neighbouring registers."""
        low, high = self.writer(operand), self.writer(operand, 1)

        def write(value: np.ndarray, mask: Mask) -> None:
            low(np.asarray(value).astype(np.uint32), mask)
            high((np.asarray(value) >> np.uint64(32)).astype(np.uint32), mask)

        return write


def with_signs(operand: Operand, read: Words, sign: np.unsignedinteger) -> Words:
    """Bits with the `sign` bits cleared (|a|) and flipped (-a), if the operand is so marked."""
    if not (operand.absolute or operand.negate):
        return read
    clear = ~sign if operand.absolute else ~(sign ^ sign)
    flip = sign if operand.negate else sign ^ sign
    return lambda: (read() & clear) ^ flip


def put(row: np.ndarray, value: np.ndarray, mask: Mask) -> None:
    if mask is None:
        row[...] = value
    else:
        np.copyto(row, value, where=mask)
