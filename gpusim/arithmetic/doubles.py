"""float64: DADD, DMUL, DFMA with all roundings; NaN payloads are kept (PTX ISA).

Tested on an H200 and an H100: among several NaNs the second operand is propagated, then the third,
then the first; a generated NaN is negative. An operand's sign is applied first, but not to a NaN
(`functional.instructions.double`). Values are uint64 patterns. Denormals are never flushed.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from .rounding import sum_to_odd, two_sum

NAN = np.uint64(0xFFF8000000000000)
_QUIET = np.uint64(0x0008000000000000)
_ONE, _SIGN = np.uint64(0x3FF0000000000000), np.uint64(1 << 63)
_LARGEST = float(np.finfo(np.float64).max)
# Veltkamp's splitter of a 53-bit significand.
_SPLITTER = float(2**27 + 1)
# If the exponents of product and addend are within this range, no error-free step over- or
# underflows.
_SAFE = 400


def _with_nans(bits: np.ndarray, *operands: np.ndarray) -> np.ndarray:
    """`bits` with NaNs replaced: by an operand's NaN, made quiet, or by the default NaN."""
    if not np.isnan(bits.view(np.float64)).any():
        return bits
    passed = np.where(np.isnan(bits.view(np.float64)), NAN, bits)
    # The operand that is assigned last has the highest priority.
    for operand in (operands[0], *reversed(operands[1:])):
        passed = np.where(np.isnan(operand.view(np.float64)), operand | _QUIET, passed)
    return passed


def add(a: np.ndarray, b: np.ndarray, rounding: str = "RN") -> np.ndarray:
    """DADD."""
    if rounding != "RN":
        return _exactly(a, np.full_like(a, _ONE), b, rounding)
    return _with_nans((a.view(np.float64) + b.view(np.float64)).view(np.uint64), a, b)


def mul(a: np.ndarray, b: np.ndarray, rounding: str = "RN") -> np.ndarray:
    """DMUL."""
    if rounding != "RN":
        # Adding a zero with the product's sign changes nothing, not even the sign of a zero.
        return _exactly(a, b, (a ^ b) & _SIGN, rounding)
    return _with_nans((a.view(np.float64) * b.view(np.float64)).view(np.uint64), a, b)


def fma(a: np.ndarray, b: np.ndarray, c: np.ndarray, rounding: str = "RN") -> np.ndarray:
    """DFMA: rounded once.

    By error-free transformations and one sum rounded to odd (Boldo and Melquiond, as in
    `rounding`); in rational arithmetic if exponents are too large or too small for these.
    """
    a, b, c = np.broadcast_arrays(a, b, c)
    if rounding != "RN":
        return _exactly(a, b, c, rounding)
    x, y, z = (np.ascontiguousarray(array).view(np.float64) for array in (a, b, c))
    high, low = _product(x, y)
    middle, tail = two_sum(z, low)
    top, rest = two_sum(high, middle)
    total = top + sum_to_odd(tail, rest)
    # The sign of a zero sum follows the ordinary rule for additions.
    total = np.where((total == 0) & (top == 0), x * y + z, total)
    exponents = [np.frexp(array)[1] for array in (x * y, z)]
    unsafe = np.zeros(total.shape, bool)
    for value, exponent in zip((x * y, z), exponents, strict=True):
        unsafe |= (np.abs(exponent) > _SAFE) & (value != 0)
    unsafe |= (np.abs(np.frexp(x)[1]) > _SAFE) | (np.abs(np.frexp(y)[1]) > _SAFE)
    unsafe |= ~(np.isfinite(x) & np.isfinite(y) & np.isfinite(z))
    bits = np.atleast_1d(total.view(np.uint64))
    unsafe = np.atleast_1d(unsafe)
    if unsafe.any():
        chosen = (np.atleast_1d(array)[unsafe] for array in (a, b, c))
        bits[unsafe] = _exactly(*chosen, "RN")
    return bits.reshape(total.shape)


def _product(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x * y as a rounded product and its error (Dekker)."""
    halves = []
    for value in (x, y):
        scaled = value * _SPLITTER
        high = scaled - (scaled - value)
        halves.append((high, value - high))
    (x1, x2), (y1, y2) = halves
    product = x * y
    return product, x2 * y2 - (((product - x1 * y1) - x2 * y1) - x1 * y2)


def _exactly(a: np.ndarray, b: np.ndarray, c: np.ndarray, rounding: str) -> np.ndarray:
    """a * b + c in rational arithmetic, element by element, rounded once."""
    operands = np.broadcast_arrays(a, b, c)
    flat = [np.ascontiguousarray(operand).view(np.float64).ravel().tolist() for operand in operands]
    values = [_exact_element(*row, rounding) for row in zip(*flat, strict=True)]
    bits = np.array(values, np.float64).view(np.uint64).reshape(operands[0].shape)
    return _with_nans(bits, *operands)


def _exact_element(a: float, b: float, c: float, rounding: str) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        # Only the signs of finite operands matter; their product must not overflow.
        a, b, c = (math.copysign(v != 0, v) if math.isfinite(v) else v for v in (a, b, c))
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact:
        return _round_fraction(exact, rounding)
    sign = math.copysign(1, a) * math.copysign(1, b)
    if sign == math.copysign(1, c):
        return math.copysign(0.0, sign)
    return -0.0 if rounding == "RM" else 0.0


def _round_fraction(exact: Fraction, rounding: str) -> float:
    """A nonzero rational number, rounded once to float64."""
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, -1022) - 52)
    whole, rest = divmod(size, unit)
    up = {
        "RN": 2 * rest > unit or (2 * rest == unit and whole & 1),
        "RZ": False,
        "RM": rest and exact < 0,
        "RP": rest and exact > 0,
    }[rounding]
    near = (int(whole) + bool(up)) * unit
    if near > Fraction(_LARGEST):
        inwards = rounding == "RZ" or rounding == ("RM" if exact > 0 else "RP")
        near = _LARGEST if inwards else math.inf
    return float(near) if exact > 0 else -float(near)
