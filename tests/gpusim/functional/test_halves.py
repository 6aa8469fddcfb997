"""float16 and bfloat16 in pairs against rational numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import rationals
from rationals import awkward_triples, fused, specials

from gpusim.arithmetic import halves
from gpusim.arithmetic.rounding import BFLOAT16, FLOAT16

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
FORMATS = pytest.mark.parametrize(
    ("of", "layout"), [(FLOAT16, rationals.FLOAT16), (BFLOAT16, rationals.BFLOAT16)]
)


def pairs_of(column: np.ndarray) -> np.ndarray:
    """Patterns of halves, two to a register."""
    return np.ascontiguousarray(column.astype(np.uint16)).view(np.uint32)


def unpaired(registers: np.ndarray) -> list[int]:
    return registers.view(np.uint16).tolist()


@FORMATS
def test_a_fused_product_is_rounded_once(of, layout):
    rows = awkward_triples(layout, 4000, seed=3)
    made = halves.fma(*(pairs_of(one) for one in rows.T), of)
    assert unpaired(made) == [fused(*map(int, row), layout) for row in rows]


@FORMATS
def test_sums_and_products(of, layout):
    known = specials(layout)
    one, sign = layout.bias << layout.fraction, layout.sign
    pairs = list(itertools.product(known, known))
    pairs += [tuple(map(int, row[:2])) for row in awkward_triples(layout, 2000, seed=4)]
    a, b = (pairs_of(column) for column in np.array(pairs).T)
    assert unpaired(halves.add(a, b, of)) == [fused(x, one, y, layout) for x, y in pairs]
    products = [fused(x, y, (x ^ y) & sign, layout) for x, y in pairs]
    assert unpaired(halves.mul(a, b, of)) == products


@FORMATS
def test_relu_and_saturation(of, layout):
    one = layout.bias << layout.fraction
    values = np.array([one | 0x8000, one, one + (1 << layout.fraction), 0x8000, layout.nan, 0])
    a, zero = pairs_of(values), np.zeros(3, np.uint32)
    two = one + (1 << layout.fraction)
    assert unpaired(halves.add(a, zero, of, relu=True)) == [0, one, two, 0, 0x7FFF, 0]
    assert unpaired(halves.add(a, zero, of, sat=True)) == [0, one, one, 0, 0, 0]


def test_flushed_denormals():
    a = pairs_of(np.array([0x03FF, 0x83FF, 0x0400, 0x0401]))
    one, zero = (np.full(2, bits, np.uint32) for bits in (0x3C003C00, 0))
    assert unpaired(halves.mul(a, one, ftz=True)) == [0, 0x8000, 0x0400, 0x0401]
    assert unpaired(halves.add(a, zero)) == [0x03FF, 0x83FF, 0x0400, 0x0401]
    half = np.full(2, 0x38003800, np.uint32)
    assert unpaired(halves.mul(a, half, ftz=True)) == [0, 0x8000, 0, 0]


@FORMATS
def test_the_lesser_and_the_greater(of, layout):
    one = layout.bias << layout.fraction
    a = pairs_of(np.array([one, 0x8000, layout.nan, layout.nan, one | 0x8000, one]))
    b = pairs_of(np.array([one + 1, 0, one, layout.nan, one, one | 0x8000]))
    least = unpaired(halves.extremum(a, b, True, of))
    assert least == [one, 0x8000, one, 0x7FFF, one | 0x8000, one | 0x8000]
    most = unpaired(halves.extremum(a, b, False, of, nan=True))
    assert most == [one + 1, 0, 0x7FFF, 0x7FFF, one, one]


def test_halves_are_compared_one_by_one():
    a, b = pairs_of(np.array([0x3C00, 0x7E00])), pairs_of(np.array([0x4000, 0x3C00]))
    assert halves.compared(a, b, "LT").tolist() == [[True, False]]
    assert halves.compared(a, b, "GEU").tolist() == [[False, True]]


def test_a_conversion_to_float32_is_a_sum_with_minus_zero():
    # Every float16 there is.
    column = np.arange(2**16, dtype=np.uint32)
    made = halves.add_float32(np.full_like(column, 0x8000), column)
    expected = column.astype(np.uint16).view(np.float16).astype(np.float32).view(np.uint32)
    nan = np.isnan(expected.view(np.float32))
    assert (made == np.where(nan, 0x7FFFFFFF, expected)).all()
