"""float32 and halves: add, multiply, FMA, comparison, minimum and maximum, rounded once.

A pair of float16 or bfloat16 is in one register, a uint32 with one half in each 16 bits: the
functions whose names begin with `pair_` take and return such registers.

A generated NaN is 0x7fffffff, of halves 0x7fff, for any input (PTX ISA, "Floating Point
Instructions": only double precision supports payloads). FTZ replaces denormal operands and results
by signed zeros (which results: `rounding.rounds_below_normal`). SAT clamps a result to [0, 1] and
NaN to 0, RELU replaces negative results by 0 and keeps NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import rounding as formats
from .integers import ORDERED, elements
from .rounding import (
    FLOAT16,
    FLOAT32,
    Format,
    any_denormal,
    decoded,
    flush,
    is_nan,
    rounded,
    rounds_below_normal,
    sum_to_odd,
)

NAN = np.uint32(FLOAT32.nan)
ONE = np.uint32(FLOAT32.one)
SIGN = np.uint32(FLOAT32.sign)
EXPONENT = np.uint32(FLOAT32.exponent)
MAGNITUDE = np.uint32(FLOAT32.sign - 1)


def _values(of: Format, ftz: bool, *operands: np.ndarray) -> list[np.ndarray]:
    """The operands in float64, flushed if `ftz`."""
    return [decoded(flush(bits, of) if ftz else bits, of) for bits in operands]


def _finished(bits: np.ndarray, of: Format, sat: bool, relu: bool) -> np.ndarray:
    """Bits of a result: NaNs canonical, clamped if requested."""
    values = bits.view(np.float32) if of is FLOAT32 else None
    nan = is_nan(bits, of) if values is None else values != values
    if sat or relu:
        bits = np.where(bits & of.sign, bits.dtype.type(0), bits)
    if sat:
        bits = np.minimum(bits, bits.dtype.type(of.one))
    if np.count_nonzero(nan):
        bits = np.where(nan, bits.dtype.type(0 if sat else of.nan), bits)
    return bits


def _encoded(
    exact: np.ndarray, of: Format, ftz: bool = False, rounding: str = "RN", minus: Any = False
) -> np.ndarray:
    """Bits of float64 values, exact or rounded to odd.

    With RM, a zero is -0 where `minus`, that is, if a term of the sum is negative (IEEE 754-2019,
    6.3). With `ftz`, denormals are zeros, and so are tiny values that were rounded up to the
    smallest normal number.
    """
    if rounding == "RM":
        exact = np.where((exact == 0) & minus, -0.0, exact)
    if rounding != "RN" or of not in (FLOAT32, FLOAT16):
        exact, unrounded = rounded(exact, of, rounding), exact
    else:
        unrounded = exact
    bits = exact.astype(of.dtype).view(f"u{of.bits // 8}")
    # Minus 1, so that the smallest normal number counts as denormal.
    if not (ftz and any_denormal(bits - 1, of)):
        return bits
    least = bits & (of.sign - 1) == 1 << of.precision - 1
    tiny = least & rounds_below_normal(unrounded, of, rounding)
    return flush(np.where(tiny, bits & of.sign, bits), of)


def _sum(x: np.ndarray, y: np.ndarray, of: Format, ftz: bool, rounding: str) -> np.ndarray:
    """Bits of x + y; y has numbers of the format, x such numbers or products of two.

    Products are exact in float64. Rounding the float64 sum again can be wrong only if it lies
    halfway between two numbers of the format, or the result is denormal; then it is rounded to odd.
    """
    if rounding == "RN":
        total = x + y
        below, half = (1 << 53 - of.precision) - 1, 1 << 52 - of.precision
        if not np.count_nonzero(total.view(np.uint64) & np.uint64(below) == half):
            bits = _encoded(total, of)
            # The smallest normal number may result from rounding up.
            if not any_denormal(bits - 1, of):
                return bits
    minus = np.signbit(x) | np.signbit(y) if rounding == "RM" else None
    return _encoded(sum_to_odd(x, y), of, ftz, rounding, minus)


def add(
    a: np.ndarray,
    b: np.ndarray,
    of: Format = FLOAT32,
    *,
    ftz: bool = False,
    rounding: str = "RN",
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """FADD, or the sum of halves."""
    if of is FLOAT32 and rounding == "RN":
        x, y = ((flush(bits) if ftz else bits).view(np.float32) for bits in (a, b))
        total = (x + y).view(np.uint32)
        return _finished(flush(total) if ftz else total, of, sat, relu)
    return _finished(_sum(*_values(of, ftz, a, b), of, ftz, rounding), of, sat, relu)


def mul(
    a: np.ndarray,
    b: np.ndarray,
    of: Format = FLOAT32,
    *,
    ftz: bool = False,
    rounding: str = "RN",
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """FMUL, or the product of halves."""
    if of is FLOAT32 and rounding == "RN" and not ftz:
        product = (a.view(np.float32) * b.view(np.float32)).view(np.uint32)
        return _finished(product, of, sat, relu)
    x, y = _values(of, ftz, a, b)
    return _finished(_encoded(x * y, of, ftz, rounding), of, sat, relu)


def fma(
    a: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
    of: Format = FLOAT32,
    *,
    ftz: bool = False,
    rounding: str = "RN",
    sat: bool = False,
    relu: bool = False,
) -> np.ndarray:
    """FFMA: a times b plus c, rounded once; or the same of halves."""
    x, y, z = _values(of, ftz, a, b, c)
    return _finished(_sum(x * y, z, of, ftz, rounding), of, sat, relu)


# --- comparisons ----------------------------------------------------------------------------------

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


# --- pairs of halves ------------------------------------------------------------------------------


def halves(bits: np.ndarray) -> np.ndarray:
    """uint16 with one more axis: the low half, then the high half."""
    return elements(bits, np.uint16)


def packed(pairs: np.ndarray) -> np.ndarray:
    """uint32 from pairs of uint16 in the last axis; the inverse of `halves`."""
    return np.ascontiguousarray(pairs).view(np.uint32)[..., 0]


def _of_pairs(function: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """The function on pairs of halves."""

    def made(*operands: np.ndarray, of: Format = FLOAT16, **form: bool) -> np.ndarray:
        return packed(function(*map(halves, operands), of, **form))

    return made


# HADD2, HMUL2, HFMA2.
pair_add, pair_mul, pair_fma = map(_of_pairs, (add, mul, fma))


def pair_add_float32(a: np.ndarray, b: np.ndarray, of: Format = FLOAT16) -> np.ndarray:
    """HADD2.F32: the sum of the low halves as float32 (with -0 a conversion)."""
    x, y = (decoded(array, of).astype(np.float32) for array in (a, b))
    return _finished((x + y).view(np.uint32), FLOAT32, False, False)


def pair_extremum(
    a: np.ndarray,
    b: np.ndarray,
    least: np.ndarray | bool,
    of: Format = FLOAT16,
    *,
    relu: bool = False,
    **form: bool,
) -> np.ndarray:
    """HMNMX2: the smaller halves where `least`, else the larger; NaNs and `form` as in
    `rounding.extremum`."""
    made = formats.extremum(halves(a), halves(b), np.asarray(least)[..., np.newaxis], of, **form)
    return packed(_finished(made, of, False, relu))


def pair_compared(
    a: np.ndarray, b: np.ndarray, how: str, of: Format = FLOAT16, *, ftz: bool = False
) -> np.ndarray:
    """HSETP2's comparison: bool with one more axis, the low half, then the high half."""
    return compared_values(*_values(of, ftz, halves(a), halves(b)), how)
