"""Integers: multiply, add with carry, shifts, bits, bytes.

Sources: PTX ISA ("Integer Arithmetic Instructions", "Logic and Shift Instructions", prmt); operand
orders follow the code that ptxas generates. Operands are uint32 of any common shape, register pairs
uint64. Signed means two's complement.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

import numpy as np

# Comparisons by modifier, for integers and floating-point values.
ORDERED: dict[str, Callable] = {
    "LT": operator.lt,
    "EQ": operator.eq,
    "LE": operator.le,
    "GT": operator.gt,
    "NE": operator.ne,
    "GE": operator.ge,
}
_LOW = np.uint64(0xFFFFFFFF)
_WORD = np.uint64(32)


def signed(bits: np.ndarray) -> np.ndarray:
    """uint32 as int64."""
    return bits.view(np.int32).astype(np.int64)


def _wide(bits: np.ndarray, is_signed: bool) -> np.ndarray:
    return signed(bits).view(np.uint64) if is_signed else bits.astype(np.uint64)


def pair(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Two registers as one 64-bit number."""
    return low.astype(np.uint64) | high.astype(np.uint64) << _WORD


def low_word(bits: np.ndarray) -> np.ndarray:
    return (bits & _LOW).astype(np.uint32)


def high_word(bits: np.ndarray) -> np.ndarray:
    return (bits >> _WORD).astype(np.uint32)


def multiply_wide(a: np.ndarray, b: np.ndarray, c: np.ndarray, is_signed: bool) -> np.ndarray:
    """IMAD.WIDE: all 64 bits of a * b + c; c is uint64. IMAD.HI is the upper half of it."""
    return _wide(a, is_signed) * _wide(b, is_signed) + c


def add_with_carry(
    terms: Sequence[np.ndarray], carries: Sequence[np.ndarray], negated: Sequence[bool] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """IADD3: the sum modulo 2^32 or 2^64, and how often it carries.

    A `negated` term was made by adding 1 to a complement, which carries if it is 0.
    """
    total, *more = terms
    out = np.uint8(0)
    for term in [*more, *carries]:
        total = total + term
        out = out + (total < term)
    for term, is_negated in zip(terms, negated, strict=False):
        out = out + (term == 0) if is_negated else out
    return total, out


def shifted_high(a: np.ndarray, high: np.ndarray, shift: int) -> np.ndarray:
    """LEA.HI's first term: the upper word of the pair (a, high) shifted left."""
    return high_word(pair(a, high) << np.uint64(shift))


def sign_word(bits: np.ndarray) -> np.ndarray:
    """32 copies of the sign bit: the upper word of the pair that .SX32 makes of a register."""
    return (bits.view(np.int32) >> 31).view(np.uint32)


def funnel_shift(
    low: np.ndarray,
    high: np.ndarray,
    amount: np.ndarray,
    *,
    left: bool,
    upper: bool,
    is_signed: bool = False,
    bits: int = 32,
    wrap: bool = False,
) -> np.ndarray:
    """SHF: a word of the pair (low, high) shifted by `amount`.

    `upper` (.HI) returns the upper word. The amount is clamped to `bits`, 32 or 64, or with `wrap`
    (.W) taken modulo `bits`. Only right shifts can be signed.
    """
    limit = np.uint32(bits)
    steps = amount & (limit - np.uint32(1)) if wrap else np.minimum(amount, limit)
    steps = steps.astype(np.uint64)
    whole = pair(low, high)
    # NumPy, like C, does not define a shift by all 64 bits.
    most = np.uint64(63)
    kept, once = np.minimum(steps, most), (steps > most).astype(np.uint64)
    if left:
        whole = whole << kept << once
    elif is_signed:
        whole = (whole.view(np.int64) >> kept.astype(np.int64)).view(np.uint64)
    else:
        whole = whole >> kept >> once
    return high_word(whole) if upper else low_word(whole)


_LOGIC = {
    0xC0: lambda a, b, c: a & b,
    0xFC: lambda a, b, c: a | b,
    0x3C: lambda a, b, c: a ^ b,
    0x0C: lambda a, b, c: ~a & b,
    0x30: lambda a, b, c: a & ~b,
    0x0F: lambda a, b, c: ~a,
    0x33: lambda a, b, c: ~b,
    0x80: lambda a, b, c: a & b & c,
    0xFE: lambda a, b, c: a | b | c,
    0x96: lambda a, b, c: a ^ b ^ c,
    0xF8: lambda a, b, c: a | (b & c),
    0xEA: lambda a, b, c: (a & b) | c,
    0xA8: lambda a, b, c: (a | b) & c,
    0xE0: lambda a, b, c: a & (b | c),
    0x78: lambda a, b, c: a ^ (b & c),
    0x6A: lambda a, b, c: (a & b) ^ c,
    0xE2: lambda a, b, c: (a & b) | (~b & c),
    0xCA: lambda a, b, c: (a & b) | (~a & c),
    0xB8: lambda a, b, c: (a & ~b) | (b & c),
    0xE8: lambda a, b, c: (a & b) | (c & (a | b)),
}


def logic(a: np.ndarray, b: np.ndarray, c: np.ndarray, table: int) -> np.ndarray:
    """LOP3: for each bit, bit 4a + 2b + c of `table` (PTX ISA, lop3). Also accepts bool."""
    if table in _LOGIC:
        return _LOGIC[table](a, b, c)
    made = a ^ a
    for index in range(8):
        if table >> index & 1:
            made = made | (
                (a if index & 4 else ~a) & (b if index & 2 else ~b) & (c if index & 1 else ~c)
            )
    return made


# The four bytes that the low two bits of the selector choose, by mode; F4E and B4E extend into the
# second word.
_BYTES = {
    "F4E": lambda n: [n, n + 1, n + 2, n + 3],
    "B4E": lambda n: [n, (n + 7) % 8, (n + 6) % 8, (n + 5) % 8],
    "RC8": lambda n: [n] * 4,
    "ECL": lambda n: [max(n, m) for m in range(4)],
    "ECR": lambda n: [min(n, m) for m in range(4)],
    "RC16": lambda n: [2 * (n & 1), 2 * (n & 1) + 1] * 2,
}
PERMUTATIONS = tuple(_BYTES)


def bytes_taken(selector: int, source: int) -> tuple[int, int, int, bool] | tuple[()] | None:
    """The bit field that PRMT without a mode takes from its first or second word (`source` 0 or 1).

    (first bit, number of bits, first bit in the result, whether it is sign-extended); () if it
    takes none, None if the bytes are not adjacent.
    """
    nibbles = [selector >> 4 * place & 15 for place in range(4)]
    taken = [(to, nibble & 3) for to, nibble in enumerate(nibbles) if nibble >> 2 == source]
    signs = [(to, nibble & 3) for to, nibble in enumerate(nibbles) if nibble >> 2 == source + 2]
    if not taken:
        return None if signs else ()
    (to, first), count = taken[0], len(taken)
    if taken != [(to + n, first + n) for n in range(count)]:
        return None
    if signs and signs != [(place, first + count - 1) for place in range(to + count, 4)]:
        return None
    return 8 * first, 8 * count, 8 * to, bool(signs)


def permute(a: np.ndarray, selector: np.ndarray, b: np.ndarray, mode: str = "") -> np.ndarray:
    """PRMT: four of the eight bytes of a (0 to 3) and b (4 to 7) (PTX ISA, prmt).

    Without a mode, each nibble of the selector selects a byte; if its top bit is set, the result is
    eight copies of the byte's sign bit.
    """
    whole = pair(a, b)
    made = np.uint64(0)
    table = np.array([_BYTES[mode](n) for n in range(4)], np.uint64) if mode else None
    for place in range(4):
        if table is None:
            nibble = (selector >> np.uint32(4 * place)).astype(np.uint64)
            byte, signs = nibble & np.uint64(7), nibble & np.uint64(8)
        else:
            byte, signs = table[selector & np.uint32(3), place], np.uint64(0)
        chosen = whole >> (byte * np.uint64(8)) & np.uint64(0xFF)
        spread = (chosen >> np.uint64(7)) * np.uint64(0xFF)
        made = made | np.where(signs, spread, chosen) << np.uint64(8 * place)
    return low_word(made)


def population_count(a: np.ndarray) -> np.ndarray:
    """POPC."""
    return np.bitwise_count(a).astype(np.uint32)


def leading_one(a: np.ndarray, is_signed: bool = False, shift_amount: bool = False) -> np.ndarray:
    """FLO: position of the highest 1 bit, or if signed of the highest bit that differs from the
    sign; all ones if there is none.

    With `shift_amount` (.SH), its distance from bit 31 (PTX ISA, bfind).
    """
    looked_at = a ^ sign_word(a) if is_signed else a
    _, exponent = np.frexp(looked_at.astype(np.float64))
    position = (31 - (exponent - 1) if shift_amount else exponent - 1).astype(np.uint32)
    return np.where(looked_at == 0, np.uint32(0xFFFFFFFF), position)


def reverse_bits(a: np.ndarray) -> np.ndarray:
    """BREV."""
    for shift, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        s, m = np.uint32(shift), np.uint32(mask)
        a = (a >> s & m) | (a & m) << s
    return a >> np.uint32(16) | a << np.uint32(16)


def bit_mask(start: np.ndarray, width: np.ndarray, wrap: bool = False) -> np.ndarray:
    """BMSK: `width` ones from bit `start` up; both are clamped to 32, or with `wrap` taken
    modulo 32 (PTX ISA, bmsk)."""
    if wrap:
        start, width = start & np.uint32(31), width & np.uint32(31)
    start, width = (np.minimum(x, np.uint32(32)).astype(np.uint64) for x in (start, width))
    ones = (np.uint64(1) << width) - np.uint64(1)
    return low_word(ones << start)


def extend(
    a: np.ndarray, width: np.ndarray, is_signed: bool = True, wrap: bool = False
) -> np.ndarray:
    """SGXT: the low `width` bits, sign-extended or zero-extended (PTX ISA, szext)."""
    width = width & np.uint32(31) if wrap else np.minimum(width, np.uint32(32))
    width = width.astype(np.uint64)
    kept = a.astype(np.uint64) & ((np.uint64(1) << width) - np.uint64(1))
    if is_signed:
        top = kept >> np.maximum(width, np.uint64(1)) - np.uint64(1) & np.uint64(1)
        kept = np.where(width == 0, np.uint64(0), kept - (top << width))
    return low_word(kept)


def extremum(a: np.ndarray, b: np.ndarray, least: np.ndarray | bool, is_signed: bool) -> np.ndarray:
    """IMNMX, VIMNMX: the smaller where `least`, else the larger."""
    x, y = (a.view(np.int32), b.view(np.int32)) if is_signed else (a, b)
    return np.where((x < y) == least, a, b)


def absolute(a: np.ndarray) -> np.ndarray:
    """IABS; the most negative number stays unchanged."""
    sign = sign_word(a)
    return (a ^ sign) - sign


def elements(words: np.ndarray, kind: type) -> np.ndarray:
    """The integers of a type in words, with one more axis, the lowest first."""
    return np.ascontiguousarray(words)[..., np.newaxis].view(kind)


def _parts(a: np.ndarray, bits: int, is_signed: bool) -> np.ndarray:
    """A register's bytes or 16-bit halves in int64."""
    kind = {8: (np.uint8, np.int8), 16: (np.uint16, np.int16)}[bits][is_signed]
    return elements(a, kind).astype(np.int64)


def dot4(a: np.ndarray, b: np.ndarray, c: np.ndarray, signed_a: bool, signed_b: bool) -> np.ndarray:
    """IDP.4A: four products of bytes added to c (PTX ISA, dp4a)."""
    total = (_parts(a, 8, signed_a) * _parts(b, 8, signed_b)).sum(axis=-1) + c
    return (total & 0xFFFFFFFF).astype(np.uint32)


def dot2(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, signed_a: bool, signed_b: bool, upper: bool
) -> np.ndarray:
    """IDP.2A: a's 16-bit halves times b's lower two bytes, or with `upper` its upper two, added
    to c (dp2a)."""
    chosen = _parts(b, 8, signed_b)[..., 2:] if upper else _parts(b, 8, signed_b)[..., :2]
    total = (_parts(a, 16, signed_a) * chosen).sum(axis=-1) + c
    return (total & 0xFFFFFFFF).astype(np.uint32)


def distance(a: np.ndarray, b: np.ndarray, c: np.ndarray, is_signed: bool) -> np.ndarray:
    """VABSDIFF: |a - b| + c (PTX ISA, sad)."""
    x, y = (signed(array) if is_signed else array.astype(np.int64) for array in (a, b))
    return (np.abs(x - y) + c & 0xFFFFFFFF).astype(np.uint32)


def byte_distances(a: np.ndarray, b: np.ndarray, is_signed: bool) -> np.ndarray:
    """|a - b| for each of the four bytes: int64 with one more axis."""
    return np.abs(_parts(a, 8, is_signed) - _parts(b, 8, is_signed))


def byte_distance(a: np.ndarray, b: np.ndarray, c: np.ndarray, is_signed: bool) -> np.ndarray:
    """VABSDIFF4.ACC: the sum of the four bytes' absolute differences, added to c (PTX ISA,
    vabsdiff4)."""
    return (byte_distances(a, b, is_signed).sum(axis=-1) + c & 0xFFFFFFFF).astype(np.uint32)
