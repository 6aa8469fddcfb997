"""Correct rounding to all formats, in all four directions.

Sums and products are computed in float64. If float64's own rounding could affect the result, the
sum is rounded to odd: the last bit of an inexact result is set, so that it is not a rounding
boundary of any shorter format and lies on the correct side of each. (Boldo and Melquiond,
"Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE
Transactions on Computers 57(4), 2008.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# As SASS spells them: to nearest even, towards minus infinity, plus infinity, zero.
DIRECTIONS = {"RN": np.rint, "RM": np.floor, "RP": np.ceil, "RZ": np.trunc}


class Format(NamedTuple):
    """A binary floating-point format: bits of its significand including the implicit one,
    exponent of its smallest normal number, its largest finite number, bit pattern of its
    canonical NaN, and its size in bits."""

    precision: int
    lowest: int
    largest: float
    nan: int
    bits: int


FLOAT32 = Format(24, -126, float(np.finfo(np.float32).max), 0x7FFFFFFF, 32)
FLOAT16 = Format(11, -14, 65504.0, 0x7FFF, 16)
BFLOAT16 = Format(8, -126, float.fromhex("0x1.fep127"), 0x7FFF, 16)
TF32 = Format(11, -126, float.fromhex("0x1.ffcp127"), 0x7FFFFFFF, 32)
# Without infinities (OCP 8-bit floating point); one NaN of each sign.
E4M3 = Format(4, -6, 448.0, 0x7F, 8)
E5M2 = Format(3, -14, 57344.0, 0x7F, 8)


def sum_to_odd(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a + b of float64, rounded to odd; neither may overflow or lose bits below 2^-1022."""
    total = a + b
    back = total - a
    lost = (a - (total - back)) + (b - back)
    bits = total.view(np.int64)
    even = (lost != 0) & np.isfinite(total) & (bits & 1 == 0)
    return (bits + even * np.where((lost > 0) == (total > 0), 1, -1)).view(np.float64)


def rounded(values: np.ndarray, to: Format, rounding: str = "RN") -> np.ndarray:
    """float64 values rounded once to a format, as float64; infinite where it overflows."""
    if rounding == "RN" and to in (FLOAT32, FLOAT16):
        return values.astype(np.float32 if to is FLOAT32 else np.float16).astype(np.float64)
    _, exponent = np.frexp(values)
    unit = np.maximum(exponent, to.lowest + 1) - to.precision
    # By ldexp, because the power of two itself may overflow.
    near = np.ldexp(DIRECTIONS[rounding](np.ldexp(values, -unit)), unit)
    near = np.where(np.isfinite(values), near, values)
    return np.where(np.abs(near) > to.largest, _overflow(near, values, to, rounding), near)


def rounds_below_normal(values: np.ndarray, to: Format, rounding: str = "RN") -> np.ndarray:
    """True where float64 values, exact or rounded to odd, are tiny for FTZ: rounded with
    unbounded exponents, they are below the smallest normal number (IEEE 754-2019, 7.5, "after
    rounding"; tested on an H200 and an H100). Values that only the coarser spacing of denormals
    rounds up to it are tiny, too."""
    unbounded = rounded(values, to._replace(lowest=-1000), rounding)
    return np.abs(unbounded) < 2.0**to.lowest


def _overflow(near: np.ndarray, values: np.ndarray, to: Format, rounding: str) -> np.ndarray:
    """Infinity, or the largest finite number if rounding is directed away from that infinity."""
    inwards = {
        "RN": False,
        "RZ": np.isfinite(values),
        "RM": np.isfinite(values) & (near > 0),
        "RP": np.isfinite(values) & (near < 0),
    }[rounding]
    return np.where(inwards, np.copysign(to.largest, near), np.copysign(np.inf, near))


def encoded(values: np.ndarray, to: Format) -> np.ndarray:
    """The bit patterns (uint32) of float64 values that are exact in the format; NaN is canonical.

    Infinity in an 8-bit format becomes the largest finite number, as with .SATFINITE.
    """
    if to is FLOAT32:
        bits = values.astype(np.float32).view(np.uint32)
    elif to is FLOAT16:
        bits = values.astype(np.float16).view(np.uint16).astype(np.uint32)
    elif to is BFLOAT16:
        bits = values.astype(np.float32).view(np.uint32) >> np.uint32(16)
    else:
        bits = _encoded_byte(values, to)
    return np.where(np.isnan(values), np.uint32(to.nan), bits)


def _encoded_byte(values: np.ndarray, to: Format) -> np.ndarray:
    size = np.minimum(np.abs(values), to.largest)
    size = np.where(np.isnan(size), 0, size)
    # A positive number's bit pattern is its index in the ordered list of the format's numbers.
    _, exponent = np.frexp(size)
    binade = np.where(size == 0, to.lowest, np.maximum(exponent - 1, to.lowest))
    steps = np.ldexp(size, to.precision - 1 - binade)
    bits = steps + np.ldexp((binade - to.lowest).astype(np.float64), to.precision - 1)
    return bits.astype(np.uint32) | (np.signbit(values).astype(np.uint32) << np.uint32(7))


def decoded(bits: np.ndarray, of: Format) -> np.ndarray:
    """The float64 values of bit patterns of a format, held in the low bits of integers."""
    if of is FLOAT32:
        return bits.astype(np.uint32).view(np.float32).astype(np.float64)
    if of is FLOAT16:
        return bits.astype(np.uint16).view(np.float16).astype(np.float64)
    if of is BFLOAT16:
        wide = bits.astype(np.uint32) << np.uint32(16)
        return wide.view(np.float32).astype(np.float64)
    if of is E5M2:
        return decoded(bits.astype(np.uint32) << np.uint32(8), FLOAT16)
    size = bits.astype(np.int64) & 0x7F
    field, fraction = size >> 3, size & 7
    value = np.ldexp((fraction + 8 * (field > 0)).astype(np.float64), np.maximum(field, 1) - 10)
    value = np.where(size == 0x7F, np.nan, value)
    return np.where(bits.astype(np.int64) & 0x80, -value, value)
