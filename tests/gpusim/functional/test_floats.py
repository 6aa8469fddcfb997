"""float32 of the machine against rational numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from rationals import FLOAT32, awkward_triples, fused, specials, value

from gpusim.arithmetic import floats, rounding

ONE, MINUS_ZERO = 0x3F800000, 0x80000000
SPECIALS = specials(FLOAT32)
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def of(*values: float) -> np.ndarray:
    return np.array(values, np.float32).view(np.uint32)


def columns(rows) -> list[np.ndarray]:
    return list(np.array(rows, np.uint64).astype(np.uint32).T.copy())


@pytest.mark.parametrize("rounding", ["RN", "RM", "RP", "RZ"])
def test_a_fused_product_is_rounded_once(rounding):
    rows = awkward_triples(FLOAT32, 4000, seed=1)
    a, b, c = columns(rows)
    made = floats.fma(a, b, c, rounding=rounding)
    expected = [fused(*map(int, row), FLOAT32, rounding) for row in rows]
    assert made.tolist() == expected


def test_a_product_that_float64_rounds_to_a_half_way_point():
    # 1 + 2^-24 + 2^-80: float64 loses the last term, and the tie would go to the even 1.
    a, b = of(1 + 2**-12, 1.0)[:1], of(2**-12)
    exact_tie = floats.fma(of(1.0), of(1.0), of(2**-24))
    above = floats.fma(of(2**-40), of(2**-40), floats.fma(a, b, of(1.0)))
    assert exact_tie.view(np.float32)[0] == 1
    assert above.view(np.float32)[0] == np.float32(1 + 2**-12)
    tie = of(1 + 2**-23)
    # (1 + 2^-23) * 2^-24 + 1 = 1 + 2^-24 + 2^-47 is above the tie; 1 + 2^-24 alone is on it.
    assert floats.fma(tie, of(2**-24), of(1.0)).view(np.float32)[0] == np.float32(1 + 2**-23)
    # And with a product of 2^-24 * (1 + 2^-60), beyond float64 beside 1.
    small = floats.fma(of(2**-24), of(1.0), of(2**-84))
    assert small.view(np.float32)[0] == np.float32(2**-24)


@pytest.mark.parametrize("rounding", ["RN", "RM", "RP", "RZ"])
def test_sums_and_products_of_special_values(rounding):
    pairs = list(itertools.product(SPECIALS, SPECIALS))
    a, b = columns(pairs)
    sums = [fused(x, ONE, y, FLOAT32, rounding) for x, y in pairs]
    # A zero with the product's sign adds nothing, not even a sign.
    products = [fused(x, y, (x ^ y) & MINUS_ZERO, FLOAT32, rounding) for x, y in pairs]
    assert floats.add(a, b, rounding=rounding).tolist() == sums
    assert floats.mul(a, b, rounding=rounding).tolist() == products


def flushed(bits: int) -> int:
    return bits if bits & 0x7F800000 else bits & MINUS_ZERO


def test_denormals_are_flushed_among_operands_and_results():
    rows = awkward_triples(FLOAT32, 2000, seed=2)
    # A result that rounds up to the least normal number is not in question here.
    made = floats.fma(*columns(rows), ftz=True)
    expected = [flushed(fused(*(flushed(int(x)) for x in row), FLOAT32)) for row in rows]
    assert made.tolist() == expected
    assert floats.flush(columns([[1], [0x80000001], [0x00800000]])[0]).tolist() == [
        0,
        MINUS_ZERO,
        0x00800000,
    ]


def test_saturation_clamps_and_takes_nan_for_zero():
    made = floats.add(of(-1, 0.25, 7, np.nan, -0.0, np.inf), of(0, 0.25, 0, 0, -0.0, 0), sat=True)
    assert made.view(np.float32).tolist() == [0, 0.5, 1, 0, 0, 1]
    assert made[4] == 0


@pytest.mark.parametrize("least", [True, False])
@pytest.mark.parametrize("nan", [True, False])
def test_the_lesser_and_the_greater(least, nan):
    pairs = list(itertools.product(SPECIALS, SPECIALS))
    made = rounding.extremum(*columns(pairs), least, nan=nan)
    for (x, y), bits in zip(pairs, made.tolist(), strict=True):
        values = [value(one, FLOAT32) for one in (x, y)]
        numbers = [one for one, v in zip((x, y), values, strict=True) if v != "nan"]
        if not numbers or (nan and len(numbers) < 2):
            assert bits == FLOAT32.nan
            continue

        def key(one):
            v = float(value(one, FLOAT32))
            return (v, not one & MINUS_ZERO)

        assert bits == (min if least else max)(numbers, key=key)


def test_the_sign_of_xorsign_is_that_of_the_product():
    made = rounding.extremum(of(-3, 3, -1), of(2, 2, -5), True, xorsign=True)
    assert made.view(np.float32).tolist() == [-2, 2, 1]


def test_the_sign_of_a_nan_counts_for_xorsign():
    made = rounding.extremum(of(-np.nan, 3), of(2, -np.nan), True, xorsign=True)
    assert made.view(np.float32).tolist() == [-2, -3]


@pytest.mark.parametrize("rounding", ["RN", "RP"])
def test_results_that_only_denormal_steps_take_up_to_normal_are_flushed(rounding):
    least, below_one, third = of(2.0**-126, 1 - 2.0**-24, 2.0**-76)
    assert floats.mul(least, below_one, rounding=rounding) == least
    assert floats.mul(least, below_one, ftz=True, rounding=rounding) == 0
    assert floats.fma(least, below_one, of(0), ftz=True, rounding=rounding) == 0
    # With 24 bits and any exponent this is the least normal number.
    made = floats.fma(third, third ^ floats.SIGN, least, ftz=True, rounding=rounding)
    assert made == least


def test_comparisons_with_and_without_order():
    x, y = of(1, 2, np.nan, 0.0), of(2, 2, 1, -0.0)
    expected = {
        "LT": [1, 0, 0, 0],
        "EQ": [0, 1, 0, 1],
        "LE": [1, 1, 0, 1],
        "GT": [0, 0, 0, 0],
        "NE": [1, 0, 0, 0],
        "GE": [0, 1, 0, 1],
        "LTU": [1, 0, 1, 0],
        "EQU": [0, 1, 1, 1],
        "LEU": [1, 1, 1, 1],
        "GTU": [0, 0, 1, 0],
        "NEU": [1, 0, 1, 0],
        "GEU": [0, 1, 1, 1],
        "NUM": [1, 1, 0, 1],
        "NAN": [0, 0, 1, 0],
        "T": [1, 1, 1, 1],
        "F": [0, 0, 0, 0],
    }
    assert set(expected) == set(floats.COMPARISONS)
    for how, truth in expected.items():
        assert floats.compared(x, y, how).tolist() == [bool(one) for one in truth], how


def test_a_flushed_comparison_takes_denormals_for_zero():
    one = np.array([1], np.uint32)
    assert floats.compared(one, of(0), "GT").tolist() == [True]
    assert floats.compared(one, of(0), "GT", ftz=True).tolist() == [False]
