"""Bayesian optimization makes of costs what they are worth."""

from __future__ import annotations

import random
import statistics
from collections import deque

import pytest
from tune_spaces import cost, space_at

from tune.strategies.bayesian import Bayesian

IN_FLIGHT = 18


@pytest.fixture(scope="module")
def space():
    return space_at(512)


@pytest.fixture(scope="module")
def times(space):
    return {point: cost(space, point) for point in space.points}


def trials(strategy, times, enough: float) -> int:
    """How many until one is good enough, with answers as late as a real run's."""
    waiting, done = deque(), 0
    while True:
        while len(waiting) < IN_FLIGHT:
            waiting.append(strategy.propose())
        point, done = waiting.popleft(), done + 1
        strategy.observe(point, times[point])
        if times[point] and times[point] <= enough:
            return done


def bayesian(space, seed: int, costs) -> Bayesian:
    return Bayesian(space.points, space.features, costs, seed)


def by_luck(times, enough: float) -> int:
    """Draws without replacement after which one is good enough in half of all orders."""
    good, missed, trials = sum(bool(time) and time <= enough for time in times.values()), 1.0, 0
    while missed > 0.5:
        missed *= (len(times) - good - trials) / (len(times) - trials)
        trials += 1
    return trials


@pytest.mark.parametrize(("noise", "share"), [(0.1, 4), (0.5, 1.5)])
def test_costs_that_tell_something_save_trials(space, times, noise, share):
    drawn = random.Random(1)
    known = {point: (time or 20) * drawn.uniform(1, 1 + noise) for point, time in times.items()}
    enough = min(filter(None, times.values())) / 0.98
    found = statistics.median(
        trials(bayesian(space, seed, lambda ask: [known[one] for one in ask]), times, enough)
        for seed in range(7)
    )
    assert found <= by_luck(times, enough) / share, (found, by_luck(times, enough))


@pytest.mark.exhaustive
@pytest.mark.parametrize("told", [lambda time: None, lambda time: 1 / (time or 20)])
def test_without_costs_or_with_wrong_ones_it_is_no_worse_than_luck(space, times, told):
    enough = min(filter(None, times.values())) / 0.98
    found = statistics.median(
        trials(bayesian(space, seed, lambda ask: [told(times[one]) for one in ask]), times, enough)
        for seed in range(7)
    )
    assert found <= by_luck(times, enough), (found, by_luck(times, enough))
