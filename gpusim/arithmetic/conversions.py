"""Conversions: F2F, FRND, F2I, I2F, I2FP, F2FP, and unpacking of 8-bit floats.

Results are rounded once; a generated NaN is canonical (PTX ISA, cvt). Conversions from and to
float64 keep a NaN's sign and the top of its payload and make it quiet (tested on an H200 and an
H100; for shorter formats the recording does not distinguish payloads).
"""

from __future__ import annotations

import numpy as np

from .floats import halves, packed
from .rounding import (
    DIRECTIONS,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    TF32,
    Format,
    decoded,
    encoded,
    flush,
    rounded,
    sum_to_odd,
)

# SASS's names of the rounding directions of FRND and F2I, as keys of DIRECTIONS.
_WHOLE = {"RN": "RN", "FLOOR": "RM", "CEIL": "RP", "TRUNC": "RZ"}


def _same_nan(bits: np.ndarray, of: Format, to: Format) -> np.ndarray:
    """Quiet NaNs of a format with the sign of others, and the top of their payload."""
    words = bits.astype(np.uint64)
    sign = (words >> np.uint64(of.bits - 1) & np.uint64(1)) << np.uint64(to.bits - 1)
    payload = words << np.uint64(53 - of.precision) & np.uint64((1 << 52) - 1)
    quiet = np.uint64(to.exponent | 1 << to.precision - 2)
    made = sign | quiet | payload >> np.uint64(53 - to.precision)
    return made if to.bits == 64 else made.astype(np.uint32)


def resized(
    bits: np.ndarray,
    of: Format,
    to: Format,
    *,
    rounding: str = "RN",
    ftz: bool = False,
    sat: bool = False,
) -> np.ndarray:
    """F2F; patterns of at most 32 bits are in the low bits of uint32."""
    if ftz and of is FLOAT32:
        bits = flush(bits)
    values = rounded(decoded(bits, of), to, rounding)
    if sat:
        values = np.where(values > 0, np.minimum(values, 1), 0)
    made = encoded(values, to)
    if FLOAT64 in (of, to):
        made = np.where(np.isnan(values), _same_nan(bits, of, to), made)
    return flush(made) if ftz and to is FLOAT32 else made


def round_to_integer(bits: np.ndarray, of: Format, rounding: str, ftz: bool = False) -> np.ndarray:
    """FRND: to a whole number of the same format; `rounding` RN, FLOOR, CEIL or TRUNC."""
    if ftz and of is FLOAT32:
        bits = flush(bits)
    values = decoded(bits, of)
    made = encoded(DIRECTIONS[_WHOLE[rounding]](values), of)
    return np.where(np.isnan(values), _same_nan(bits, of, of), made) if of is FLOAT64 else made


def limits(bits: int, signed: bool) -> tuple[int, int]:
    """The smallest and the largest integer of a number of bits."""
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def saturated(words: np.ndarray, bits: int, signed: bool) -> np.ndarray:
    """Signed 32-bit integers clamped to those of fewer bits, and extended to 32."""
    return np.clip(words.view(np.int32), *limits(bits, signed)).view(np.uint32)


def to_integer(
    values: np.ndarray, bits: int, signed: bool, rounding: str, nan_is_zero: bool = True
) -> np.ndarray:
    """F2I: float64 values as integers of `bits` bits, clamped to their range (uint64).

    `rounding` is RN, FLOOR, CEIL or TRUNC. NaN becomes 0 with `nan_is_zero` (.NTZ), otherwise only
    the most significant bit is set.
    """
    whole = DIRECTIONS[_WHOLE[rounding]](values)
    low, high = limits(bits, signed)
    inside = (whole >= low) & (whole < 2.0 ** (bits - signed))
    kept = np.where(inside, whole, 0)
    # NumPy converts to uint64 exactly, also above 2^63; other integers are converted through int64.
    made = kept.astype(np.int64).view(np.uint64) if signed or bits < 64 else kept.astype(np.uint64)
    made = np.where(whole < low, np.uint64(low & 0xFFFFFFFFFFFFFFFF), made)
    made = np.where(whole >= 2.0 ** (bits - signed), np.uint64(high), made)
    nan = np.uint64(0 if nan_is_zero else 1 << bits - 1)
    return np.where(np.isnan(values), nan, made)


def from_integer(
    bits: np.ndarray, of_bits: int, signed: bool, to: Format, rounding: str = "RN"
) -> np.ndarray:
    """I2F, I2FP: an integer in the low bits of uint64, as a bit pattern of `to`."""
    shift = np.uint64(64 - of_bits)
    aligned = bits.astype(np.uint64) << shift
    whole = aligned.view(np.int64) >> shift.astype(np.int64) if signed else aligned >> shift
    if to is FLOAT64 and rounding == "RN":
        return whole.astype(np.float64).view(np.uint64)
    # The halves of a 64-bit integer are exact, their sum is rounded once.
    low = (whole & whole.dtype.type(0xFFFFFFFF)).astype(np.float64)
    high = (whole >> whole.dtype.type(32)).astype(np.float64) * 2.0**32
    if to is FLOAT64:
        near = high + low
        lost = low - (near - high)
        towards = {"RP": np.inf, "RM": -np.inf, "RZ": 0.0}[rounding]
        beyond = (towards - near) * lost > 0
        return np.where(beyond, np.nextafter(near, towards), near).view(np.uint64)
    return encoded(rounded(sum_to_odd(high, low), to, rounding), to)


def pack(
    high: np.ndarray,
    low: np.ndarray,
    to: Format,
    *,
    of: Format = FLOAT32,
    rounding: str = "RN",
    relu: bool = False,
    finite: bool = False,
) -> np.ndarray:
    """F2FP: two numbers converted and packed, `high` above `low`; with `finite`, the largest
    finite number replaces an overflow."""
    shift = np.uint32(to.bits)
    made = []
    for bits in (high, low):
        values = rounded(decoded(bits, of), to, rounding)
        if relu:
            values = np.where(values <= 0, 0.0, values)
        if finite:
            values = np.clip(values, -to.largest, to.largest)
        made.append(encoded(values, to))
    return made[0] << shift | made[1]


def to_tf32(bits: np.ndarray, rounding: str, *, relu: bool = False) -> np.ndarray:
    """F2FP.TF32: a float32 with 10 bits of fraction."""
    values = rounded(decoded(bits, FLOAT32), TF32, rounding)
    if relu:
        values = np.where(values <= 0, 0.0, values)
    return encoded(values, FLOAT32)


def pack_halves(pair: np.ndarray, to: Format, *, of: Format = FLOAT16, relu: bool = False):
    """F2FP of a register's two halves to 8-bit floats in its low 16 bits."""
    both = halves(pair)
    return pack(both[..., 1], both[..., 0], to, of=of, relu=relu)


def unpack(bits: np.ndarray, of: Format, to: Format = FLOAT16, *, relu: bool = False) -> np.ndarray:
    """F2FP.UNPACK: the two low bytes as 8-bit floats, in a pair of halves."""
    both = np.stack([bits & np.uint32(0xFF), bits >> np.uint32(8) & np.uint32(0xFF)], axis=-1)
    values = decoded(both, of)
    if relu:
        values = np.where(values <= 0, 0.0, values)
    return packed(encoded(values, to).astype(np.uint16))
