"""Conversions of the machine against rational numbers, NumPy and ml_dtypes, which TVM brings."""

from __future__ import annotations

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
import rationals
from rationals import awkward_triples, specials, value

from gpusim.arithmetic import conversions
from gpusim.arithmetic.rounding import BFLOAT16, E4M3, E5M2, FLOAT16, FLOAT32

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
DIRECTIONS = pytest.mark.parametrize("rounding", ["RN", "RM", "RP", "RZ"])
WHOLE = {"RN": round, "FLOOR": math.floor, "CEIL": math.ceil, "TRUNC": math.trunc}


def converted(bits: int, of: rationals.Layout, to: rationals.Layout, rounding: str) -> int:
    exact, minus = value(bits, of), bool(bits & of.sign)
    if exact == "nan":
        return to.nan
    if isinstance(exact, str):
        return to.infinity | (to.sign if minus else 0)
    return rationals.rounded(exact, to, rounding, minus)


def samples(of: rationals.Layout, nearby: rationals.Layout) -> list[int]:
    """Special values, random ones, and those on and beside half-way points of a shorter format."""
    drawn = awkward_triples(of, 300, seed=5).ravel().tolist()
    unit = 1 << (of.fraction - nearby.fraction)
    low = of.bias - nearby.bias - nearby.fraction - 2
    highest = min(of.bias + nearby.bias + 2, 2 * of.bias)
    fields = sorted({*range(max(0, low), highest, 23), max(0, low), highest - 1, highest - 2})
    ties = [
        field << of.fraction | step * unit + off
        for field in fields
        for step in (0, 1, 2, (1 << nearby.fraction) - 1)
        for off in (0, unit // 2 - 1, unit // 2, unit // 2 + 1)
    ]
    return [*specials(of), *drawn, *ties, *(tie | of.sign for tie in ties)]


@DIRECTIONS
@pytest.mark.parametrize(
    ("to", "layout"), [(FLOAT16, rationals.FLOAT16), (BFLOAT16, rationals.BFLOAT16)]
)
def test_float32_to_shorter_ones(to, layout, rounding):
    known = samples(rationals.FLOAT32, layout)
    made = conversions.resized(np.array(known, np.uint32), FLOAT32, to, rounding=rounding)
    assert made.tolist() == [converted(x, rationals.FLOAT32, layout, rounding) for x in known]


@DIRECTIONS
def test_float64_to_float32(rounding):
    known = samples(rationals.FLOAT64, rationals.FLOAT32)
    made = conversions.from_float64(np.array(known, np.uint64), FLOAT32, rounding=rounding)
    assert made.tolist() == [
        shortened_nan(x)
        if value(x, rationals.FLOAT64) == "nan"
        else converted(x, rationals.FLOAT64, rationals.FLOAT32, rounding)
        for x in known
    ]


def shortened_nan(bits: int) -> int:
    """float32 of a float64's NaN: sign, quiet, top of the payload."""
    return bits >> 63 << 31 | 0x7FC00000 | bits >> 29 & 0x3FFFFF


def test_nans_keep_sign_and_payload_on_the_way_to_float64_and_back():
    negative = np.array([0xFFC00005], np.uint32)
    wide = conversions.to_float64(negative, FLOAT32)
    assert wide.tolist() == [0xFFF80000A0000000]
    assert conversions.from_float64(wide, FLOAT32).tolist() == negative.tolist()
    assert conversions.from_float64(wide, FLOAT16).tolist() == [0xFE00]
    assert conversions.from_float64(wide, BFLOAT16).tolist() == [0xFFC0]


def test_every_float16_is_a_float32_and_a_float64():
    bits = np.arange(2**16, dtype=np.uint32)
    halves = bits.astype(np.uint16).view(np.float16)
    nan = np.isnan(halves)
    single = conversions.resized(bits, FLOAT16, FLOAT32)
    double = conversions.to_float64(bits, FLOAT16)
    assert (single == np.where(nan, 0x7FFFFFFF, halves.astype(np.float32).view(np.uint32))).all()
    assert (double[~nan] == halves.astype(np.float64).view(np.uint64)[~nan]).all()
    assert (conversions.resized(single, FLOAT32, FLOAT16)[~nan] == bits[~nan]).all()


@pytest.mark.parametrize(
    ("of", "kind"), [(E4M3, ml_dtypes.float8_e4m3fn), (E5M2, ml_dtypes.float8_e5m2)]
)
def test_eight_bits(of, kind):
    # Every pattern, unpacked; and every float16, packed and clamped to finite numbers.
    patterns = np.arange(256, dtype=np.uint32)
    made = conversions.unpack(patterns, of).astype(np.uint16).view(np.float16)
    expected = patterns.astype(np.uint8).view(kind).astype(np.float16)
    assert np.array_equal(made, expected, equal_nan=True)
    halves = np.arange(2**16, dtype=np.uint32)
    values = halves.astype(np.uint16).view(np.float16).astype(np.float64)
    packed = conversions.pack_halves(halves | halves << np.uint32(16), of)
    largest = float(ml_dtypes.finfo(kind).max)
    clamped = np.clip(values, -largest, largest).astype(kind).view(np.uint8)
    nan = np.isnan(values)
    assert (packed[~nan] & 0xFF == clamped[~nan]).all()
    assert (packed == (packed & 0xFF) * 0x101).all()
    assert set((packed[nan] & 0xFF).tolist()) == {0x7F}


def test_packed_pairs():
    a, b = (np.array([x], np.float32).view(np.uint32) for x in (1.5, -2.0))
    assert conversions.pack(a, b, FLOAT16).tolist() == [0x3E00C000]
    assert conversions.pack(a, b, BFLOAT16).tolist() == [0x3FC0C000]
    assert conversions.pack(a, b, FLOAT16, relu=True).tolist() == [0x3E000000]
    assert conversions.pack(a, b, E4M3).tolist() == [0x3CC0]


@pytest.mark.parametrize("rounding", WHOLE)
@pytest.mark.parametrize(
    ("bits", "signed"), [(8, True), (16, False), (32, True), (32, False), (64, True), (64, False)]
)
def test_to_whole_numbers(rounding, bits, signed):
    edges = [2.0**n + d for n in (7, 8, 15, 16, 31, 32, 53, 63, 64) for d in (-1.5, -0.5, 0, 0.5)]
    small = [0.0, 0.3, 0.5, 1.5, 2.5, 0.9999, 5e-324, 1e300, math.inf]
    values = np.array([sign * x for x in edges + small for sign in (1, -1)] + [math.nan])
    made = conversions.to_integer(values, bits, signed, rounding)
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)

    def whole(x: float) -> int:
        if math.isinf(x):
            return high if x > 0 else low
        return min(max(WHOLE[rounding](Fraction(x)), low), high)

    expected = [whole(x) & (2**64 - 1) for x in values.tolist()[:-1]]
    assert made.tolist()[:-1] == expected
    assert made.tolist()[-1] == 0
    made = conversions.to_integer(values[-1:], bits, signed, rounding, nan_is_zero=False)
    assert made.tolist() == [1 << bits - 1]


@DIRECTIONS
@pytest.mark.parametrize(
    ("bits", "signed"), [(8, True), (32, True), (32, False), (64, True), (64, False)]
)
def test_from_whole_numbers(rounding, bits, signed):
    draw = np.random.default_rng(6)
    raw = [
        int(x) >> int(s)
        for x, s in zip(draw.integers(0, 2**63, 500), draw.integers(0, 63, 500), strict=True)
    ]
    raw += [0, 1, 2**24 + 1, 2**53 + 1, 2**53 + 3, 2**63 - 1, 2**63, 2**64 - 1, 2**31, 2**32 - 1]
    raw += [2**64 - x for x in raw if x]
    patterns = np.array([x & (2**64 - 1) for x in raw], np.uint64)

    def whole(x: int) -> int:
        x &= 2**bits - 1
        return x - 2**bits if signed and x >> (bits - 1) else x

    for to, layout in (
        (FLOAT32, rationals.FLOAT32),
        (FLOAT16, rationals.FLOAT16),
        (None, rationals.FLOAT64),
    ):
        made = conversions.from_integer(patterns, bits, signed, to, rounding)
        expected = [
            rationals.rounded(Fraction(whole(x)), layout, rounding) for x in patterns.tolist()
        ]
        assert made.tolist() == expected


@pytest.mark.parametrize("rounding", WHOLE)
def test_rounding_to_whole_numbers_of_the_same_format(rounding):
    values = np.array(
        [0.5, -0.5, 1.5, 2.5, -2.5, 0.2, -0.2, 1e20, np.inf, -0.0, np.nan], np.float32
    )
    made = conversions.round_to_integer(values.view(np.uint32), FLOAT32, rounding)
    numpy = {"RN": np.rint, "FLOOR": np.floor, "CEIL": np.ceil, "TRUNC": np.trunc}[rounding]
    assert made.tolist()[:-1] == numpy(values).view(np.uint32).tolist()[:-1]
    assert made.tolist()[-1] == 0x7FFFFFFF
