"""Pairs of float16 or bfloat16 in one register: HADD2, HMUL2, HFMA2, HMNMX2, HSETP2.

A register is a uint32 with one half in each 16 bits. Results are rounded once; NaN is 0x7fff in
either format (PTX ISA, "Half Precision Floating Point Instructions"). FTZ replaces denormals by
signed zeros (which results: `rounding.rounds_below_normal`), SAT clamps to [0, 1] and NaN to 0,
RELU replaces negative results by 0 and keeps NaN.
"""

from __future__ import annotations

import numpy as np

from .floats import compared_values
from .rounding import (
    FLOAT16,
    FLOAT32,
    Format,
    decoded,
    encoded,
    rounded,
    rounds_below_normal,
    sum_to_odd,
)

_SIGN, _NAN = np.uint16(0x8000), np.uint16(FLOAT16.nan)
# Mask of a float64's bits below the last bit of a float16, and their value at a tie.
_BELOW, _HALF = np.uint64((1 << 42) - 1), np.uint64(1 << 41)


def halves(bits: np.ndarray) -> np.ndarray:
    """uint16 with one more axis: the low half, then the high half."""
    return np.ascontiguousarray(bits)[..., np.newaxis].view(np.uint16)


def packed(pairs: np.ndarray) -> np.ndarray:
    """uint32 from pairs of uint16 in the last axis; the inverse of `halves`."""
    return np.ascontiguousarray(pairs).view(np.uint32)[..., 0]


def both(bits: np.ndarray, high: bool) -> np.ndarray:
    """One half duplicated into both: operands .H0_H0 and .H1_H1."""
    half = bits >> np.uint32(16) if high else bits & np.uint32(0xFFFF)
    return half | half << np.uint32(16)


def _magnitude(pairs: np.ndarray) -> np.ndarray:
    return pairs & np.uint16(0x7FFF)


def _infinity(of: Format) -> np.uint16:
    return np.uint16(0x7C00 if of is FLOAT16 else 0x7F80)


def _is_nan(pairs: np.ndarray, of: Format) -> np.ndarray:
    return _magnitude(pairs) > _infinity(of)


def _flush(pairs: np.ndarray, of: Format) -> np.ndarray:
    return np.where(pairs & _infinity(of), pairs, pairs & _SIGN)


def _finished(pairs: np.ndarray, of: Format, ftz: bool, sat: bool, relu: bool) -> np.ndarray:
    """A register of results (uint16): NaNs canonical, then flushed and clamped if requested."""
    nan = _is_nan(pairs, of)
    if ftz:
        pairs = _flush(pairs, of)
    if sat or relu:
        pairs = np.where(pairs & _SIGN, np.uint16(0), pairs)
    if sat:
        largest = np.uint16(0x3C00 if of is FLOAT16 else 0x3F80)
        pairs = np.minimum(pairs, largest)
    if np.count_nonzero(nan):
        pairs = np.where(nan, np.uint16(0) if sat else _NAN, pairs)
    return packed(pairs)


def _values(of: Format, ftz: bool, *operands: np.ndarray) -> list[np.ndarray]:
    """Registers as float64, with one more axis for the two halves."""
    pairs = [halves(operand) for operand in operands]
    if ftz:
        pairs = [_flush(pair, of) for pair in pairs]
    if of is FLOAT16:
        return [pair.view(np.float16).astype(np.float64) for pair in pairs]
    return [decoded(pair, of) for pair in pairs]


def _rounded(exact: np.ndarray, of: Format, ftz: bool = False) -> np.ndarray:
    """float64 values, exact or rounded to odd, as uint16; with `ftz`, tiny ones are 0."""
    if ftz:
        exact = np.where(rounds_below_normal(exact, of), np.copysign(0.0, exact), exact)
    if of is FLOAT16:
        return exact.astype(np.float16).view(np.uint16)
    return encoded(rounded(exact, of), of).astype(np.uint16)


def _sum(x: np.ndarray, y: np.ndarray, of: Format, ftz: bool) -> np.ndarray:
    """Halves of x + y; y holds float16 or bfloat16 values, x such values or products of two."""
    if of is FLOAT16:
        total = x + y
        # For float16, sums below 32 are exact in float64; denormals are far below that.
        if not np.count_nonzero(total.view(np.uint64) & _BELOW == _HALF):
            return _rounded(total, of, ftz)
    return _rounded(sum_to_odd(x, y), of, ftz)


def add(
    a: np.ndarray,
    b: np.ndarray,
    of: Format = FLOAT16,
    *,
    ftz: bool = False,
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """HADD2."""
    return _finished(_sum(*_values(of, ftz, a, b), of, ftz), of, ftz, sat, relu)


def mul(
    a: np.ndarray,
    b: np.ndarray,
    of: Format = FLOAT16,
    *,
    ftz: bool = False,
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """HMUL2."""
    x, y = _values(of, ftz, a, b)
    return _finished(_rounded(x * y, of, ftz), of, ftz, sat, relu)


def fma(
    a: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
    of: Format = FLOAT16,
    *,
    ftz: bool = False,
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """HFMA2: products are exact in float64, and rounded once with their sum."""
    x, y, z = _values(of, ftz, a, b, c)
    return _finished(_sum(x * y, z, of, ftz), of, ftz, sat, relu)


def add_float32(a: np.ndarray, b: np.ndarray, of: Format = FLOAT16) -> np.ndarray:
    """HADD2.F32: the sum of the low halves as float32 (with -0 a conversion)."""
    if of is FLOAT16:
        x, y = (array.astype(np.uint16).view(np.float16).astype(np.float32) for array in (a, b))
    else:
        x, y = ((array << np.uint32(16)).view(np.float32) for array in (a, b))
    total = x + y
    return np.where(np.isnan(total), np.uint32(FLOAT32.nan), total.view(np.uint32))


def extremum(
    a: np.ndarray,
    b: np.ndarray,
    least: np.ndarray | bool,
    of: Format = FLOAT16,
    *,
    ftz: bool = False,
    nan: bool = False,
    xorsign: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """HMNMX2: the smaller halves where `least`, else the larger; NaNs as in `floats.extremum`."""
    x, y = halves(a), halves(b)
    if ftz:
        x, y = _flush(x, of), _flush(y, of)
    sign = (x ^ y) & _SIGN
    nan_x, nan_y = _is_nan(x, of), _is_nan(y, of)
    if xorsign:
        x, y = _magnitude(x), _magnitude(y)
    ordered = [np.where(p & _SIGN, ~p, p | _SIGN) for p in (x, y)]
    chosen = np.where((ordered[0] < ordered[1]) == np.asarray(least)[..., np.newaxis], x, y)
    chosen = np.where(nan_x, y, np.where(nan_y, x, chosen))
    if xorsign:
        chosen = chosen | sign
    chosen = np.where((nan_x | nan_y) if nan else (nan_x & nan_y), _NAN, chosen)
    return _finished(chosen, of, False, False, relu)


def compared(
    a: np.ndarray, b: np.ndarray, how: str, of: Format = FLOAT16, *, ftz: bool = False
) -> np.ndarray:
    """HSETP2's comparison: bool with one more axis, the low half, then the high half."""
    x, y = halves(a), halves(b)
    if ftz:
        x, y = _flush(x, of), _flush(y, of)
    return compared_values(decoded(x, of), decoded(y, of), how)
