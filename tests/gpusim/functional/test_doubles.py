"""float64 of the machine against rational numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from rationals import FLOAT64, awkward_triples, fused, specials

from gpusim.arithmetic import doubles

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
ONE, MINUS_ZERO = 0x3FF0000000000000, 1 << 63
NANS = (1 << 63) - 1


def same(made: np.ndarray, expected: list[int]) -> bool:
    """Equal but for payloads of NaNs."""
    infinity = FLOAT64.infinity
    return all(
        x == y or ((x & NANS) > infinity and (y & NANS) > infinity)
        for x, y in zip(made.tolist(), expected, strict=True)
    )


@pytest.mark.parametrize("rounding", ["RN", "RM", "RP", "RZ"])
def test_a_fused_product_is_rounded_once(rounding):
    rows = awkward_triples(FLOAT64, 800, seed=1)
    made = doubles.fma(*rows.T.copy(), rounding)
    assert same(made, [fused(*map(int, row), FLOAT64, rounding) for row in rows])


@pytest.mark.parametrize("rounding", ["RN", "RM", "RP", "RZ"])
def test_sums_and_products_of_special_values(rounding):
    pairs = list(itertools.product(specials(FLOAT64), repeat=2))
    a, b = np.array(pairs, np.uint64).T.copy()
    assert same(
        doubles.add(a, b, rounding), [fused(x, ONE, y, FLOAT64, rounding) for x, y in pairs]
    )
    products = [fused(x, y, (x ^ y) & MINUS_ZERO, FLOAT64, rounding) for x, y in pairs]
    assert same(doubles.mul(a, b, rounding), products)


def test_payloads_are_kept_and_made_quiet():
    quiet, signalling, one = (
        np.array([bits], np.uint64) for bits in (0x7FF8000000000123, 0xFFF0000000000001, ONE)
    )
    assert doubles.add(one, quiet).tolist() == quiet.tolist()
    made_quiet = [0xFFF8000000000001]
    # Of two the second operand's, of three the second's, the third's, the first's.
    assert doubles.mul(signalling, quiet).tolist() == quiet.tolist()
    assert doubles.mul(quiet, signalling).tolist() == made_quiet
    assert doubles.fma(quiet, one, signalling).tolist() == made_quiet
    assert doubles.fma(quiet, signalling, quiet).tolist() == made_quiet
    assert doubles.fma(signalling, one, one).tolist() == made_quiet
    infinity = np.array([FLOAT64.infinity], np.uint64)
    assert doubles.mul(infinity, np.array([0], np.uint64)).tolist() == [0xFFF8000000000000]
