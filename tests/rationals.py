"""An independent reference: floating-point formats by rational numbers, one element at a time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np


@dataclass(frozen=True)
class Layout:
    """Bits of the exponent and of the fraction below it; NaN as the GPU makes it."""

    exponent: int
    fraction: int
    nan: int

    @property
    def sign(self) -> int:
        return 1 << (self.exponent + self.fraction)

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.fraction

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1


FLOAT16 = Layout(5, 10, 0x7FFF)
BFLOAT16 = Layout(8, 7, 0x7FFF)
FLOAT32 = Layout(8, 23, 0x7FFFFFFF)
FLOAT64 = Layout(11, 52, 0xFFF8000000000000)


def value(bits: int, of: Layout) -> Fraction | str:
    """A rational number, 'nan', 'inf' or '-inf'."""
    minus, size = bool(bits & of.sign), bits & (of.sign - 1)
    if size > of.infinity:
        return "nan"
    if size == of.infinity:
        return "-inf" if minus else "inf"
    field, fraction = size >> of.fraction, size & ((1 << of.fraction) - 1)
    if field:
        fraction += 1 << of.fraction
    exact = fraction * Fraction(2) ** (max(field, 1) - of.bias - of.fraction)
    return -exact if minus else exact


def rounded(exact: Fraction, to: Layout, rounding: str, zero_minus: bool = False) -> int:
    """The pattern of a rational number, rounded once."""
    if exact == 0:
        return to.sign if zero_minus else 0
    minus, size = exact < 0, abs(exact)
    binade = size.numerator.bit_length() - size.denominator.bit_length()
    binade -= size < Fraction(2) ** binade
    binade = max(binade, 1 - to.bias)
    unit = Fraction(2) ** (binade - to.fraction)
    whole, rest = divmod(size, unit)
    if rounding == "RN":
        up = 2 * rest > unit or (2 * rest == unit and whole & 1)
    else:
        up = bool(rest) and rounding == ("RM" if minus else "RP")
    # Patterns are ordered as their numbers are: one more is the next number.
    pattern = int(whole) + ((binade + to.bias - 1) << to.fraction) + bool(up)
    if pattern >= to.infinity:
        inwards = rounding == "RZ" or rounding == ("RP" if minus else "RM")
        pattern = to.infinity - 1 if inwards else to.infinity
    return pattern | (to.sign if minus else 0)


def fused(a: int, b: int, c: int, of: Layout, rounding: str = "RN") -> int:
    """a * b + c of patterns; NaN is canonical."""
    x, y, z = (value(one, of) for one in (a, b, c))
    minus = bool((a ^ b) & of.sign)
    minus_c = bool(c & of.sign)
    if "nan" in (x, y, z):
        return of.nan
    infinite = any(isinstance(one, str) for one in (x, y))
    if infinite and (x == 0 or y == 0):
        return of.nan
    if infinite or isinstance(z, str):
        signs = {minus} if infinite else set()
        signs |= {minus_c} if isinstance(z, str) else set()
        if len(signs) == 2:
            return of.nan
        return of.infinity | (of.sign if signs.pop() else 0)
    exact = x * y + z
    if exact == 0 and minus != minus_c:
        return of.sign if rounding == "RM" else 0
    return rounded(exact, of, rounding, minus)


def specials(of: Layout) -> list[int]:
    """Zeros, ends of ranges, infinities, NaNs, one and its neighbours, of both signs."""
    one = of.bias << of.fraction
    least = 1 << of.fraction
    sizes = [
        *(0, 1, 2, least // 2, least - 1, least, least + 1, 2 * least, 3 * least + 1),
        *(one - 1, one, one + 1, one + least, one + least // 2, one + 3),
        *(of.infinity - 1, of.infinity - least, of.infinity, of.infinity + 1, of.sign - 1),
    ]
    return [pattern | sign for pattern in sizes for sign in (0, of.sign)]


def awkward_triples(of: Layout, count: int, seed: int) -> np.ndarray:
    """Operands of a fused product, many of whose sums lie on or beside a half-way point: uint64,
    of shape (count, 3)."""
    draw = np.random.default_rng(seed)
    whole = of.sign * 2 - 1
    rows = []
    for index in range(count):
        kind = index % 4
        a, b, c = (int(x) & whole for x in draw.integers(0, 2**63, 3))
        if kind == 0:
            known = specials(of)
            a, b, c = (known[int(n)] for n in draw.integers(0, len(known), 3))
        elif kind == 1:
            # Exponents near each other, so that the sum overlaps the product.
            field = of.bias + int(draw.integers(-2, 3))
            keep = of.sign | ((1 << of.fraction) - 1)
            a, b = ((n & keep) | field << of.fraction for n in (a, b))
            shift = int(draw.integers(-of.fraction - 4, of.fraction + 4))
            c = (c & keep) | max(1, field + min(shift, of.bias - 4)) << of.fraction
        elif kind == 2:
            # Few bits each: ties are common, with a last bit of c far below or none.
            a, b = (
                (of.bias + int(draw.integers(-3, 4))) << of.fraction
                | int(draw.integers(0, 16)) << (of.fraction - 4)
                for _ in range(2)
            )
            c = int(rng_pick(draw, of))
        else:
            # Around the least normal number.
            a = (a & ((1 << of.fraction) - 1)) | max(1, of.bias // 2) << of.fraction
            b = (b & ((1 << of.fraction) - 1)) | max(1, of.bias // 2 + 1) << of.fraction
            c = c & (of.sign | ((4 << of.fraction) - 1))
        rows.append((a, b, c))
    return np.array(rows, np.uint64)


def rng_pick(draw: np.random.Generator, of: Layout) -> int:
    """A tiny number, or one whose last bit is the product's half-way point."""
    tiny = int(draw.integers(0, 4)) | (of.sign if draw.integers(2) else 0)
    field = of.bias + of.fraction + int(draw.integers(-2, 5))
    near = min(field, 2 * of.bias - 1) << of.fraction | int(draw.integers(0, 8))
    return tiny if draw.integers(3) == 0 else near | (of.sign if draw.integers(2) else 0)
