"""Splits are all perfect ones."""

from __future__ import annotations

import math

from tune.space.knobs import factorizations


def test_factorizations_are_all_perfect_tiles():
    found = factorizations(24, 3, 4)
    assert len(set(found)) == len(found)
    assert all(math.prod(one) == 24 and one[-1] <= 4 for one in found)
    brute = [
        (a, b, c)
        for a in range(1, 25)
        for b in range(1, 25)
        for c in range(1, 5)
        if a * b * c == 24
    ]
    assert sorted(found) == sorted(brute)
    # Huge extents cost their divisors alone.
    assert len(factorizations(2**30, 2, 2**30)) == 31
