"""float32: add, multiply, FMA, comparison, minimum and maximum, rounded once.

A generated NaN is 0x7fffffff for any input (PTX ISA, "Floating Point Instructions": only double
precision supports payloads). FTZ replaces denormal operands and results by signed zeros (which
results: `rounding.rounds_below_normal`). SAT clamps a result to [0, 1] and NaN to 0.
"""

from __future__ import annotations

import numpy as np

from .integers import ORDERED
from .rounding import (
    FLOAT32,
    any_denormal,
    flush,
    is_nan,
    rounded,
    rounds_below_normal,
    sum_to_odd,
)

NAN = np.uint32(FLOAT32.nan)
ONE = np.uint32(0x3F800000)
SIGN = np.uint32(0x80000000)
EXPONENT = np.uint32(0x7F800000)
LEAST_NORMAL = np.float32(2.0**FLOAT32.lowest)
MAGNITUDE = np.uint32(0x7FFFFFFF)
# Mask of a float64's bits below the last bit of a float32, and their value at a tie.
_BELOW, _HALF = np.uint64(0x1FFFFFFF), np.uint64(0x10000000)


def _operands(ftz: bool, *operands: np.ndarray) -> list[np.ndarray]:
    """float32 values of the operands, flushed if `ftz`."""
    return [(flush(operand) if ftz else operand).view(np.float32) for operand in operands]


def saturate(bits: np.ndarray) -> np.ndarray:
    """Clamped to [0, 1]; NaN and -0 become 0."""
    values = bits.view(np.float32)
    kept = np.where(values > 0, bits, np.uint32(0))
    return np.where(values > 1, ONE, kept)


def _finished(values: np.ndarray, ftz: bool, sat: bool) -> np.ndarray:
    """Bits of a float32 result: NaNs canonical, then flushed and saturated if requested."""
    bits = values.view(np.uint32)
    if np.count_nonzero(values != values):
        bits = np.where(is_nan(bits), NAN, bits)
    if ftz:
        bits = flush(bits)
    return saturate(bits) if sat else bits


def _tiny_flushed(values: np.ndarray, exact: np.ndarray, rounding: str) -> np.ndarray:
    """float32 results, with zeros for tiny ones that were rounded up to the smallest normal
    number; `exact` is the float64 result, exact or rounded to odd."""
    least = np.abs(values) == LEAST_NORMAL
    if not np.count_nonzero(least):
        return values
    tiny = least & rounds_below_normal(exact, FLOAT32, rounding)
    return np.where(tiny, np.copysign(np.float32(0), values), values)


def _directed(exact: np.ndarray, minus: np.ndarray, rounding: str) -> np.ndarray:
    """float32 of float64 values rounded to odd; with RM, a zero sum is -0 where `minus`, that
    is, if one of its terms is negative (IEEE 754-2019, 6.3)."""
    if rounding == "RM":
        exact = np.where((exact == 0) & minus, -0.0, exact)
    return rounded(exact, FLOAT32, rounding).astype(np.float32)


def add(
    a: np.ndarray, b: np.ndarray, *, ftz: bool = False, rounding: str = "RN", sat: bool = False
) -> np.ndarray:
    """FADD."""
    x, y = _operands(ftz, a, b)
    if rounding == "RN":
        return _finished(x + y, ftz, sat)
    total = sum_to_odd(x.astype(np.float64), y.astype(np.float64))
    return _finished(_directed(total, np.signbit(x) | np.signbit(y), rounding), ftz, sat)


def mul(
    a: np.ndarray, b: np.ndarray, *, ftz: bool = False, rounding: str = "RN", sat: bool = False
) -> np.ndarray:
    """FMUL."""
    x, y = _operands(ftz, a, b)
    values = x * y
    if ftz or rounding != "RN":
        exact = x.astype(np.float64) * y.astype(np.float64)
        if rounding != "RN":
            values = rounded(exact, FLOAT32, rounding).astype(np.float32)
        if ftz:
            values = _tiny_flushed(values, exact, rounding)
    return _finished(values, ftz, sat)


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

    The product is exact in float64. Rounding the float64 sum again can be wrong only if it lies
    halfway between two float32 numbers, or the result is denormal; then it is rounded to odd.
    """
    x, y, z = (array.astype(np.float64) for array in _operands(ftz, a, b, c))
    product = x * y
    if rounding != "RN":
        minus = np.signbit(product) | np.signbit(z)
        total = sum_to_odd(product, z)
        values = _directed(total, minus, rounding)
        return _finished(_tiny_flushed(values, total, rounding) if ftz else values, ftz, sat)
    total = product + z
    values = total.astype(np.float32)
    doubtful = np.count_nonzero(total.view(np.uint64) & _BELOW == _HALF)
    # Minus 1, so that the smallest normal number, a possible result of rounding up, counts as
    # denormal.
    if doubtful or any_denormal(values.view(np.uint32) - 1):
        total = sum_to_odd(product, z)
        values = total.astype(np.float32)
        if ftz:
            values = _tiny_flushed(values, total, rounding)
    return _finished(values, ftz, sat)


COMPARISONS = (*ORDERED, *(f"{name}U" for name in ORDERED), "NUM", "NAN", "T", "F")


def compared_values(x: np.ndarray, y: np.ndarray, how: str) -> np.ndarray:
    """A comparison of FSETP, DSETP, HSETP2 on floating-point values (PTX ISA, set).

    LT, EQ, LE, GT, NE and GE are false if an operand is NaN; with the suffix U they are true. NUM
    is true if neither operand is NaN, NAN if one is.
    """
    ordered = ~(np.isnan(x) | np.isnan(y))
    if how in ("NUM", "NAN"):
        return ordered if how == "NUM" else ~ordered
    if how in ("T", "F"):
        return np.full_like(ordered, how == "T")
    if how in ORDERED:
        return ORDERED[how](x, y) & ordered
    return ORDERED[how.removesuffix("U")](x, y) | ~ordered


def compared(a: np.ndarray, b: np.ndarray, how: str, *, ftz: bool = False) -> np.ndarray:
    """FSETP's comparison, as bool; `how` is one of `COMPARISONS`."""
    if ftz:
        a, b = flush(a), flush(b)
    return compared_values(a.view(np.float32), b.view(np.float32), how)
