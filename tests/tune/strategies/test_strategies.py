"""Strategies: none proposes twice, and all learn what they are told."""

from __future__ import annotations

import pytest
from tune_spaces import cost, proposals

from tune.strategies import NAMES
from tune.strategies import make as made
from tune.strategies.bayesian import Bayesian
from tune.strategies.grid import Grid, Random


def make(name: str, space, seed: int):
    """A strategy; that with costs is given some that are off by a tenth."""
    if name == "bayesian":

        def costs(points):
            return [(cost(space, one) or 50) / 1.1 for one in points]

        return Bayesian(space.points, space.features, costs, seed)
    return made(name, space, seed)


@pytest.mark.parametrize("name", NAMES)
def test_proposals_are_candidates_and_none_comes_twice(space, name):
    found = proposals(make(name, space, 3), space, 60)
    assert len(set(found)) == 60
    assert set(found) <= set(space.points)


@pytest.mark.parametrize("name", NAMES)
def test_a_space_is_exhausted_once(name, space):
    points = space.points[::8]

    def alike(asked):
        return [1.0] * len(asked)

    strategy = {
        "grid": Grid(points),
        "random": Random(points, 0),
        "bayesian": Bayesian(points, space.features, alike, 0),
    }[name]
    assert sorted(proposals(strategy, space, 10_000)) == sorted(points)
    assert strategy.propose() is None
