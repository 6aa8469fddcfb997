"""Candidates: numbers for a cost model, and hashes."""

from __future__ import annotations

from tune.space.base import features, pairs


def test_features_and_pairs_take_splits_apart():
    assert dict(pairs({"t": (4, 8), "u": 2})) == {"t[0]": 4, "t[1]": 8, "u": 2}
    # Of a split of three: each factor, and what the inner two cover.
    assert features({"t": (4, 8, 2)}) == [2.0, 3.0, 1.0, 4.0]
