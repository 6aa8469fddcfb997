"""float32: sums, products, comparisons, minima; one rounding, NaNs and denormals as the GPU has
them.

A NaN that an instruction makes is 0x7fffffff, whatever went in ("Floating Point Instructions" of
the PTX ISA: payloads are for double precision). With FTZ, denormal operands and results are zeros
of their sign. With SAT a result is clamped to [0, 1] and NaN becomes 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from .rounding import FLOAT32, encoded, rounded, sum_to_odd

NAN = np.uint32(FLOAT32.nan)
ONE = np.uint32(0x3F800000)
SIGN = np.uint32(0x80000000)
EXPONENT = np.uint32(0x7F800000)
MAGNITUDE = np.uint32(0x7FFFFFFF)
# Twice a pattern sheds the sign. NaNs lie above this; one less, which takes zero out of the way,
# denormals lie below that.
_INFINITY_DOUBLED = 0xFF000000
_NORMAL_DOUBLED = 0x00FFFFFF
# What of a float64 lies below a float32's last bit, and the half of that bit.
_BELOW, _HALF = np.uint64(0x1FFFFFFF), np.uint64(0x10000000)


def _any_denormal(doubled: np.ndarray) -> bool:
    return np.min(doubled - np.uint32(1)) < _NORMAL_DOUBLED


def flush(bits: np.ndarray) -> np.ndarray:
    """Denormals as zeros of their sign (FTZ)."""
    if not _any_denormal(bits + bits):
        return bits
    return np.where(bits & EXPONENT, bits, bits & SIGN)


def is_nan(bits: np.ndarray) -> np.ndarray:
    return (bits & MAGNITUDE) > EXPONENT


def saturate(bits: np.ndarray) -> np.ndarray:
    """Clamped to [0, 1]; NaN and -0 become 0."""
    values = bits.view(np.float32)
    kept = np.where(values > 0, bits, np.uint32(0))
    return np.where(values > 1, ONE, kept)


def _finished(bits: np.ndarray, ftz: bool, sat: bool) -> np.ndarray:
    """A result with NaNs canonical, flushed and saturated where asked."""
    doubled = bits + bits
    if np.max(doubled) > _INFINITY_DOUBLED:
        bits = np.where(is_nan(bits), NAN, bits)
    if ftz and _any_denormal(doubled):
        bits = np.where(bits & EXPONENT, bits, bits & SIGN)
    return saturate(bits) if sat else bits


def add(
    a: np.ndarray, b: np.ndarray, *, ftz: bool = False, rounding: str = "RN", sat: bool = False
) -> np.ndarray:
    """FADD."""
    if ftz:
        a, b = flush(a), flush(b)
    x, y = a.view(np.float32), b.view(np.float32)
    if rounding == "RN":
        total = (x + y).view(np.uint32)
    else:
        wide = sum_to_odd(x.astype(np.float64), y.astype(np.float64))
        # Zero of opposite signs is -0 towards minus infinity (IEEE 754-2019, 6.3).
        if rounding == "RM":
            wide = np.where((wide == 0) & ((a | b) & SIGN != 0), -0.0, wide)
        total = encoded(rounded(wide, FLOAT32, rounding), FLOAT32)
    return _finished(total, ftz, sat)


def mul(
    a: np.ndarray, b: np.ndarray, *, ftz: bool = False, rounding: str = "RN", sat: bool = False
) -> np.ndarray:
    """FMUL."""
    if ftz:
        a, b = flush(a), flush(b)
    x, y = a.view(np.float32), b.view(np.float32)
    if rounding == "RN":
        product = (x * y).view(np.uint32)
    else:
        wide = np.multiply(x, y, dtype=np.float64)
        product = encoded(rounded(wide, FLOAT32, rounding), FLOAT32)
    return _finished(product, ftz, sat)


def fma(
    a: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
    *,
    ftz: bool = False,
    rounding: str = "RN",
    sat: bool = False,
) -> np.ndarray:
    """FFMA: a times b plus c, rounded once.

    The product is exact in float64 and the sum is rounded there; rounding that to float32 is wrong
    only where it lies half-way between two float32, which is looked for, or is denormal.
    """
    if ftz:
        a, b, c = flush(a), flush(b), flush(c)
    product = np.multiply(a.view(np.float32), b.view(np.float32), dtype=np.float64)
    addend = c.view(np.float32).astype(np.float64)
    total = product + addend
    if rounding != "RN":
        wide = sum_to_odd(product, addend)
        if rounding == "RM":
            minus = np.signbit(product) | np.signbit(addend)
            wide = np.where((wide == 0) & minus, -0.0, wide)
        return _finished(encoded(rounded(wide, FLOAT32, rounding), FLOAT32), ftz, sat)
    bits = total.astype(np.float32).view(np.uint32)
    doubtful = np.count_nonzero((total.view(np.uint64) & _BELOW) == _HALF)
    if doubtful or (not ftz and _any_denormal(bits + bits - np.uint32(1))):
        bits = sum_to_odd(product, addend).astype(np.float32).view(np.uint32)
    return _finished(bits, ftz, sat)


def _sortable(bits: np.ndarray) -> np.ndarray:
    """int32 in the order of the numbers; -0 comes before +0."""
    signed = bits.view(np.int32)
    return signed ^ ((signed >> 31) & np.int32(0x7FFFFFFF))


def extremum(
    a: np.ndarray,
    b: np.ndarray,
    least: np.ndarray | bool,
    *,
    ftz: bool = False,
    nan: bool = False,
    xorsign: bool = False,
) -> np.ndarray:
    """FMNMX: the lesser where `least`, else the greater; -0 is less than +0.

    Of one NaN the other operand is the result, of two the canonical NaN; with `nan` one is enough.
    With `xorsign` the sign of the result is that of a times b (PTX ISA, min and max).
    """
    if ftz:
        a, b = flush(a), flush(b)
    x, y = (a & MAGNITUDE, b & MAGNITUDE) if xorsign else (a, b)
    bits = np.where((_sortable(x) < _sortable(y)) == least, x, y)
    # Equal operands: either will do.
    if xorsign:
        bits = bits | ((a ^ b) & SIGN)
    nan_a, nan_b = is_nan(a), is_nan(b)
    if not (nan_a.any() or nan_b.any()):
        return bits
    other = np.where(nan_a, b, np.where(nan_b, a, bits))
    return np.where((nan_a | nan_b) if nan else (nan_a & nan_b), NAN, other)


_ORDERED: dict[str, Callable] = {
    "LT": operator.lt,
    "EQ": operator.eq,
    "LE": operator.le,
    "GT": operator.gt,
    "NE": operator.ne,
    "GE": operator.ge,
}
COMPARISONS = (*_ORDERED, *(f"{name}U" for name in _ORDERED), "NUM", "NAN", "T", "F")


def compared_values(x: np.ndarray, y: np.ndarray, how: str) -> np.ndarray:
    """A comparison of FSETP, DSETP, HSETP2 on floating-point values (PTX ISA, set).

    LT, EQ, LE, GT, NE and GE are false where an operand is NaN, and true with a U behind them; NUM
    says that neither is NaN, NAN that one is.
    """
    ordered = ~(np.isnan(x) | np.isnan(y))
    if how in ("NUM", "NAN"):
        return ordered if how == "NUM" else ~ordered
    if how in ("T", "F"):
        return np.full_like(ordered, how == "T")
    if how in _ORDERED:
        return _ORDERED[how](x, y) & ordered
    return _ORDERED[how.removesuffix("U")](x, y) | ~ordered


def compared(a: np.ndarray, b: np.ndarray, how: str, *, ftz: bool = False) -> np.ndarray:
    """FSETP's comparison, as bool; `how` is one of `COMPARISONS`."""
    if ftz:
        a, b = flush(a), flush(b)
    return compared_values(a.view(np.float32), b.view(np.float32), how)
