"""Bayesian optimization counts what is pending, and makes of the costs what they are worth."""

from __future__ import annotations

import random
import statistics
from collections import deque

import numpy as np
import pytest
from tune_spaces import cost, space_at

from tune.simulation import random_trials
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


def by_luck(times, enough: float) -> int:
    good = sum(bool(time) and time <= enough for time in times.values())
    return random_trials(len(times), good, 0.5)


@pytest.mark.parametrize(("noise", "share"), [(0.1, 4), (0.5, 1.5)])
def test_costs_that_tell_something_save_trials(space, times, noise, share):
    drawn = random.Random(1)
    known = {point: (time or 20) * drawn.uniform(1, 1 + noise) for point, time in times.items()}
    enough = min(filter(None, times.values())) / 0.98
    found = statistics.median(
        trials(
            Bayesian(space.points, space.features, lambda ask: [known[one] for one in ask], seed),
            times,
            enough,
        )
        for seed in range(7)
    )
    assert found <= by_luck(times, enough) / share, (found, by_luck(times, enough))


@pytest.mark.parametrize("told", [lambda time: None, lambda time: 1 / (time or 20)])
def test_without_costs_or_with_wrong_ones_it_is_no_worse_than_luck(space, times, told):
    enough = min(filter(None, times.values())) / 0.98
    found = statistics.median(
        trials(
            Bayesian(
                space.points, space.features, lambda ask: [told(times[one]) for one in ask], seed
            ),
            times,
            enough,
        )
        for seed in range(7)
    )
    assert found <= by_luck(times, enough), (found, by_luck(times, enough))


def test_what_is_under_way_is_counted_in(space):
    """Without an answer and without costs, a batch lies further apart than one at random."""
    features = np.array([space.features(point) for point in space.points])
    features = (features - features.mean(0)) / np.where(features.std(0) > 0, features.std(0), 1)
    place = {point: at for at, point in enumerate(space.points)}

    def nearest(points) -> float:
        rows = features[[place[point] for point in points]]
        apart = np.linalg.norm(rows[:, None] - rows[None], axis=2)
        return np.median(apart[apart > 0].reshape(len(points), -1).min(axis=1))

    ours, luck = [], []
    for seed in range(9):
        strategy = Bayesian(space.points, space.features, lambda ask: [None] * len(ask), seed)
        ours.append(nearest([strategy.propose() for _ in range(IN_FLIGHT)]))
        luck.append(nearest(random.Random(seed).sample(space.points, IN_FLIGHT)))
    assert statistics.median(ours) > statistics.median(luck), (ours, luck)
