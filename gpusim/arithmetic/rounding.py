"""Correct rounding to all formats, in all four directions.

Sums and products are computed in float64. If float64's own rounding could affect the result, the
sum is rounded to odd: the last bit of an inexact result is set, so that it is not a rounding
boundary of any shorter format and lies on the correct side of each. (Boldo and Melquiond,
"Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE
Transactions on Computers 57(4), 2008.)
"""

from __future__ import annotations

from typing import NamedTuple

import ml_dtypes
import numpy as np

# As SASS spells them: to nearest even, towards minus infinity, plus infinity, zero.
DIRECTIONS = {"RN": np.rint, "RM": np.floor, "RP": np.ceil, "RZ": np.trunc}


class Format(NamedTuple):
    """A binary floating-point format: bits of its significand including the implicit one,
    exponent of its smallest normal number, its largest finite number, bit pattern of its
    canonical NaN, its size in bits, and NumPy's type of these bits."""

    precision: int
    lowest: int
    largest: float
    nan: int
    bits: int
    dtype: type

    @property
    def exponent(self) -> int:
        """Mask of the exponent, which is the pattern of infinity."""
        return (1 << self.bits - 1) - (1 << self.precision - 1)

    @property
    def one(self) -> int:
        """The bit pattern of 1."""
        return (1 << self.bits - self.precision - 1) - 1 << self.precision - 1

    @property
    def sign(self) -> int:
        """Mask of the sign."""
        return 1 << self.bits - 1


FLOAT64 = Format(53, -1022, float(np.finfo(np.float64).max), (1 << 63) - 1, 64, np.float64)
FLOAT32 = Format(24, -126, float(np.finfo(np.float32).max), 0x7FFFFFFF, 32, np.float32)
FLOAT16 = Format(11, -14, 65504.0, 0x7FFF, 16, np.float16)
BFLOAT16 = Format(8, -126, float.fromhex("0x1.fep127"), 0x7FFF, 16, ml_dtypes.bfloat16)
TF32 = Format(11, -126, float.fromhex("0x1.ffcp127"), 0x7FFFFFFF, 32, np.float32)
# Without infinities (OCP 8-bit floating point); one NaN of each sign.
E4M3 = Format(4, -6, 448.0, 0x7F, 8, ml_dtypes.float8_e4m3fn)
E5M2 = Format(3, -14, 57344.0, 0x7F, 8, ml_dtypes.float8_e5m2)


def is_nan(bits: np.ndarray, of: Format = FLOAT32) -> np.ndarray:
    """Whether patterns of a 16-bit or 32-bit format are NaN."""
    return (bits & (of.sign - 1)) > of.exponent


def any_denormal(bits: np.ndarray, of: Format = FLOAT32) -> bool:
    # Doubling a pattern drops its sign, subtracting 1 wraps zero around. count_nonzero takes a
    # tenth of the time of NumPy's minimum.
    return np.count_nonzero(bits + bits - 1 < (1 << of.precision) - 1) > 0


def flush(bits: np.ndarray, of: Format = FLOAT32) -> np.ndarray:
    """Denormals of a 16-bit or 32-bit format replaced by zeros of the same sign (FTZ)."""
    if not any_denormal(bits, of):
        return bits
    return np.where(bits & of.exponent, bits, bits & of.sign)


def extremum(
    a: np.ndarray,
    b: np.ndarray,
    least: np.ndarray | bool,
    of: Format = FLOAT32,
    *,
    ftz: bool = False,
    nan: bool = False,
    xorsign: bool = False,
) -> np.ndarray:
    """The smaller where `least`, else the larger, of a 16-bit or 32-bit format; -0 is less than +0.

    If one operand is NaN, the result is the other operand; if both are, or with `nan` if one is,
    the canonical NaN. With `xorsign` the sign of the result is that of a times b (PTX ISA, min and
    max), including the sign of a NaN that is not returned (tested on an H200 and an H100).
    """
    if ftz:
        a, b = flush(a, of), flush(b, of)
    x, y = (a & (of.sign - 1), b & (of.sign - 1)) if xorsign else (a, b)
    # Patterns in the order of the numbers.
    ordered = [np.where(pattern & of.sign, ~pattern, pattern | of.sign) for pattern in (x, y)]
    bits = np.where((ordered[0] < ordered[1]) == least, x, y)
    nan_a, nan_b = is_nan(a, of), is_nan(b, of)
    if np.count_nonzero(nan_a | nan_b):
        bits = np.where(nan_a, y, np.where(nan_b, x, bits))
    if xorsign:
        bits = bits | ((a ^ b) & of.sign)
    missing = (nan_a | nan_b) if nan else (nan_a & nan_b)
    return np.where(missing, bits.dtype.type(of.nan), bits)


def two_sum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """a + b of float64 as a rounded sum and its error (Knuth)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def sum_to_odd(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a + b of float64, rounded to odd; neither may overflow or lose bits below 2^-1022."""
    total, lost = two_sum(a, b)
    bits = total.view(np.int64)
    even = (lost != 0) & np.isfinite(total) & (bits & 1 == 0)
    return (bits + even * np.where((lost > 0) == (total > 0), 1, -1)).view(np.float64)


def rounded(values: np.ndarray, to: Format, rounding: str = "RN") -> np.ndarray:
    """float64 values rounded once to a format, as float64; infinite where it overflows."""
    if to is FLOAT64:
        return values
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
    """The bit patterns (uint32, of float64 uint64) of float64 values that are exact in the format;
    NaN is canonical.

    Infinity in an 8-bit format becomes the largest finite number, as with .SATFINITE.
    """
    if to.bits == 8:
        values = np.clip(values, -to.largest, to.largest)
    word = np.uint64 if to.bits == 64 else np.uint32
    bits = values.astype(to.dtype).view(f"u{to.bits // 8}").astype(word)
    return np.where(np.isnan(values), word(to.nan), bits)


def decoded(bits: np.ndarray, of: Format) -> np.ndarray:
    """The float64 values of bit patterns of a format, held in the low bits of integers."""
    return bits.astype(f"u{of.bits // 8}", copy=False).view(of.dtype).astype(np.float64)
