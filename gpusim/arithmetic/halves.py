"""Pairs of float16 or bfloat16 in one register: HADD2, HMUL2, HFMA2, HMNMX2, HSETP2.

A register is a uint32 with one half in each 16 bits. Results are rounded once; NaN is 0x7fff in
either format (PTX ISA, "Half Precision Floating Point Instructions"). FTZ replaces denormals by
signed zeros (which results: `rounding.rounds_below_normal`), SAT clamps to [0, 1] and NaN to 0,
RELU replaces negative results by 0 and keeps NaN.
"""

from __future__ import annotations

import numpy as np

from . import rounding
from .floats import compared_values
from .rounding import (
    FLOAT16,
    FLOAT32,
    Format,
    decoded,
    encoded,
    flush,
    is_nan,
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


def _finished(
    pairs: np.ndarray, of: Format, ftz: bool = False, *, sat: bool = False, relu: bool = False
) -> np.ndarray:
    """A register of results (uint16): NaNs canonical, then flushed and clamped if requested."""
    nan = is_nan(pairs, of)
    if ftz:
        pairs = flush(pairs, of)
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
        pairs = [flush(pair, of) for pair in pairs]
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
    a: np.ndarray, b: np.ndarray, of: Format = FLOAT16, *, ftz: bool = False, **clamps: bool
) -> np.ndarray:
    """HADD2; `clamps` are `sat` and `relu`."""
    return _finished(_sum(*_values(of, ftz, a, b), of, ftz), of, ftz, **clamps)


def mul(
    a: np.ndarray, b: np.ndarray, of: Format = FLOAT16, *, ftz: bool = False, **clamps: bool
) -> np.ndarray:
    """HMUL2; `clamps` are `sat` and `relu`."""
    x, y = _values(of, ftz, a, b)
    return _finished(_rounded(x * y, of, ftz), of, ftz, **clamps)


def fma(
    a: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
    of: Format = FLOAT16,
    *,
    ftz: bool = False,
    **clamps: bool,
) -> np.ndarray:
    """HFMA2: products are exact in float64, and rounded once with their sum; `clamps` are `sat`
    and `relu`."""
    x, y, z = _values(of, ftz, a, b, c)
    return _finished(_sum(x * y, z, of, ftz), of, ftz, **clamps)


def add_float32(a: np.ndarray, b: np.ndarray, of: Format = FLOAT16) -> np.ndarray:
    """HADD2.F32: the sum of the low halves as float32 (with -0 a conversion)."""
    x, y = (decoded(array, of).astype(np.float32) for array in (a, b))
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
    """HMNMX2: the smaller halves where `least`, else the larger; NaNs as in `rounding.extremum`."""
    form = {"ftz": ftz, "nan": nan, "xorsign": xorsign}
    made = rounding.extremum(halves(a), halves(b), np.asarray(least)[..., np.newaxis], of, **form)
    return _finished(made, of, relu=relu)


def compared(
    a: np.ndarray, b: np.ndarray, how: str, of: Format = FLOAT16, *, ftz: bool = False
) -> np.ndarray:
    """HSETP2's comparison: bool with one more axis, the low half, then the high half."""
    x, y = halves(a), halves(b)
    if ftz:
        x, y = flush(x, of), flush(y, of)
    return compared_values(decoded(x, of), decoded(y, of), how)
