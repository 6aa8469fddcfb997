"""Predictions rank, measurements correct them: on made-up times, predicted wrong on purpose."""

from __future__ import annotations

import random
import statistics

import pytest
from tune_spaces import cost, space_at

from tune.strategies.grid import Random
from tune.strategies.model import AT_RANDOM, UP_FRONT, Model


@pytest.fixture(scope="module")
def space():
    return space_at(1024)


@pytest.fixture(scope="module")
def times(space):
    return {point: cost(space, point) for point in space.points}


def model(space, predict, seed=0) -> Model:
    return Model(space.points, space.features, lambda asked: [predict(one) for one in asked], seed)


def trials(strategy, times, enough: float) -> int:
    """How many it takes to a time that is good enough."""
    for trial in range(1, len(times) + 1):
        point = strategy.propose()
        strategy.observe(point, times[point])
        if times[point] and times[point] <= enough:
            return trial
    raise AssertionError("never found")


def test_exact_predictions_of_all_need_one_trial(space, times):
    best = min(time for time in times.values() if time)
    strategy = model(space, lambda point: times[point])
    strategy.search(len(times))
    assert strategy.ranked()[0][1] == best
    assert trials(strategy, times, best) == 1


def test_the_search_finds_the_fastest_with_a_part_of_the_predictions(space, times):
    best = min(time for time in times.values() if time)
    asked = []
    for seed in range(5):
        strategy = model(space, lambda point: asked.append(point) or times[point], seed)
        strategy.search(UP_FRONT)
        assert strategy.ranked()[0][1] <= best * 1.02
    assert len(asked) < len(times) / 4 * 5


def test_noise_of_a_tenth_needs_far_fewer_trials_than_luck(space, times):
    noise = random.Random(1)
    predicted = {point: (time or 30) * noise.uniform(0.9, 1.1) for point, time in times.items()}
    enough = min(time for time in times.values() if time) / 0.98
    by_model = statistics.median(
        trials(model(space, predicted.__getitem__, seed), times, enough) for seed in range(9)
    )
    by_luck = statistics.median(
        trials(Random(space.points, seed), times, enough) for seed in range(9)
    )
    assert by_model <= by_luck / 5, (by_model, by_luck)


def test_what_is_measured_corrects_a_part_of_the_space_that_is_predicted_too_fast(space, times):
    """All with a small register tile are predicted at half of their time: two in five."""

    def wrong(point) -> bool:
        values = space.values(point)
        return values["tile_i"][-1] * values["tile_j"][-1] <= 16

    predicted = {point: time / (2 if wrong(point) else 1) for point, time in times.items()}
    enough = min(times.values()) / 0.95
    assert not any(wrong(point) for point, time in times.items() if time <= enough)
    blind = next(
        at for at, point in enumerate(sorted(times, key=predicted.get), 1) if times[point] <= enough
    )
    taken = []
    for seed in range(5):
        strategy = model(space, predicted.__getitem__, seed)
        strategy.search(len(times))
        taken.append(trials(strategy, times, enough))
    assert statistics.median(taken) <= blind / 3, (taken, blind)


def test_failures_are_avoided(space, times):
    """All with the widest register tiles fail, and are predicted to be the fastest."""

    def fails(point) -> bool:
        return space.values(point)["tile_j"][-1] >= 16

    assert sum(map(fails, times)) > 400
    late = []
    for seed in range(3):
        strategy = model(space, lambda point: 5.0 if fails(point) else times[point], seed)
        strategy.search(len(times))
        failed = []
        for _ in range(60):
            point = strategy.propose()
            failed.append(fails(point))
            strategy.observe(point, None if failed[-1] else times[point])
        assert all(failed[:4])
        late.append(sum(failed[30:]))
    # Of proposals at random some fail.
    assert statistics.median(late) <= 4, late


def test_what_has_no_prediction_comes_last(space, times):
    points = space.points[:80]
    strategy = Model(
        points,
        space.features,
        lambda asked: [None if points.index(one) % 2 else 1.0 for one in asked],
        0,
    )
    order = [points.index(strategy.propose()) % 2 for _ in points]
    assert order == [0] * 40 + [1] * 40
    assert strategy.propose() is None


def test_the_search_ends_when_told(space, times):
    strategy = model(space, lambda point: 1.0)
    strategy.search(500, lambda: False, space.points[:3])
    assert AT_RANDOM <= len(strategy.ranked()) <= AT_RANDOM + 3
    assert {point for point, _ in strategy.ranked()} >= set(space.points[:3])


def test_no_point_is_predicted_twice(space, times):
    asked = []
    strategy = model(space, lambda point: asked.append(point) or times[point])
    for _ in range(100):
        point = strategy.propose()
        strategy.observe(point, times[point])
    assert len(asked) == len(set(asked))
