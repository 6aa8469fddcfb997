"""Bayesian optimization makes of costs and predictions what they are worth."""

from __future__ import annotations

import random
import statistics
from collections import deque

import pytest
from tune_spaces import cost, space_at

from tune.simulation import random_trials
from tune.strategies.bayesian import PREDICTED, Bayesian, Prior

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


def bayesian(space, seed: int, costs, predicted=None) -> Bayesian:
    return Bayesian(space.points, space.features, Prior(costs, predicted), seed)


def by_luck(times, enough: float) -> int:
    good = sum(bool(time) and time <= enough for time in times.values())
    return random_trials(len(times), good, 0.5)


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


# --- predictions ----------------------------------------------------------------------------------


def with_predictions(space, times, told, seeds=7) -> float:
    """Median trials where all candidates cost the same, and times are predicted."""
    enough = min(filter(None, times.values())) / 0.98
    known = (lambda ask: [1.0] * len(ask), lambda ask: [told(one) for one in ask])
    return statistics.median(
        trials(bayesian(space, seed, *known), times, enough) for seed in range(seeds)
    )


@pytest.fixture(scope="module")
def few():
    """A space that is predicted as a whole."""
    found = space_at(32)
    assert len(found.points) <= PREDICTED
    return found, {point: cost(found, point) for point in found.points}


@pytest.mark.exhaustive
def test_predictions_save_trials_and_wrong_ones_cost_little(few):
    space, times = few
    points = list(times)
    noise = random.Random(1)
    off = {point: (time or 20) * noise.uniform(0.95, 1.05) for point, time in times.items()}
    mixed = dict(zip(points, noise.sample(list(off.values()), len(points)), strict=True))
    luck = by_luck(times, min(filter(None, times.values())) / 0.98)
    assert with_predictions(space, times, off.get) <= luck / 3
    plain = with_predictions(space, times, lambda point: None)
    assert with_predictions(space, times, mixed.get) <= plain + IN_FLIGHT
    assert with_predictions(space, times, lambda point: 1 / off[point]) <= plain + IN_FLIGHT
