"""Strategies: none proposes twice, all learn what they are told, and ranking earns its keep."""

from __future__ import annotations

import math
import random
import statistics

import pytest
import tune_fakes
from conftest import ROOT
from schedules.targets.target import cpu_target
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from schedules.catalog import ladder
from schedules.errors import UserError
from tune.records import FOLDER, Record
from tune.simulate import simulate_record
from tune.space import find
from tune.strategies import NAMES, make
from tune.strategies.grid import Grid
from tune.strategies.metaschedule import search_strategy
from tune.strategies.random import Random
from tune.strategies.ranking import Ranking


def space_at(size: int):
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    return find("sgemm_cpu").at(rung, (size,) * 3, "x86-64-v3")


@pytest.fixture(scope="module")
def space():
    return space_at(64)


def cost(space, point) -> float | None:
    """A time with a ridge and a pocket of failures, in microseconds."""
    values = space.values(point)
    i, j = values["tile_i"], values["tile_j"]
    if i[-1] * j[-1] > 200:
        return None
    return 10 + abs(math.log2(i[-1] * j[-1] / 64)) + abs(math.log2(i[1] / 8)) + math.log2(j[0]) ** 2


def proposals(strategy, space, count: int) -> list:
    found = []
    while len(found) < count and (point := strategy.propose()) is not None:
        found.append(point)
        strategy.observe(point, cost(space, point))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_proposals_are_candidates_and_none_comes_twice(space, name, monkeypatch):
    tune_fakes.small(monkeypatch)
    count = 12 if name == "evolutionary" else 60
    found = proposals(make(name, space, 3), space, count)
    assert len(set(found)) == count
    assert set(found) <= set(space.points)


@pytest.mark.parametrize("name", ["grid", "random", "ranking"])
def test_a_space_is_exhausted_once(name, space):
    points = space.points[::8]
    strategy = {
        "grid": Grid(points),
        "random": Random(points, 0),
        "ranking": Ranking(points, space.features, 0),
    }[name]
    assert sorted(proposals(strategy, space, 10_000)) == sorted(points)
    assert strategy.propose() is None


@pytest.mark.parametrize("name", NAMES)
def test_what_was_observed_is_not_proposed(space, name, monkeypatch):
    tune_fakes.small(monkeypatch)
    count = 6 if name == "evolutionary" else 50
    known = proposals(make(name, space, 0), space, count)
    again = make(name, space, 0)
    for point in known:
        again.observe(point, cost(space, point))
    assert not set(known) & set(proposals(again, space, count))


def test_seeds_differ(space):
    for name in ("random", "ranking"):
        one, other = (proposals(make(name, space, seed), space, 10) for seed in (0, 1))
        assert one != other
    with pytest.raises(UserError, match="did you mean 'ranking'"):
        make("rankin", space, 0)


def test_proposals_do_not_wait_for_results(space):
    """As many as there are workers may be under way at once."""
    strategy = make("ranking", space, 0)
    under_way = [strategy.propose() for _ in range(64)]
    assert len(set(under_way)) == 64
    for point in under_way:
        strategy.observe(point, cost(space, point))
    assert strategy.propose() not in under_way


def test_ranking_needs_a_third_of_random_searchs_trials():
    """To 95 % of the best, medians of 15 seeds, on made-up times with 2 % of noise."""
    space = space_at(1024)
    noise = random.Random(1)
    exact = {point: cost(space, point) for point in space.points}
    times = {point: time and time * noise.uniform(0.98, 1.02) for point, time in exact.items()}
    enough = min(time for time in times.values() if time) / 0.95

    def trials(strategy) -> int:
        for trial in range(1, len(times) + 1):
            point = strategy.propose()
            strategy.observe(point, times[point])
            if times[point] and times[point] <= enough:
                return trial
        raise AssertionError("never found")

    by_luck = statistics.median(trials(Random(space.points, seed)) for seed in range(15))
    ranked = statistics.median(
        trials(Ranking(space.points, space.features, seed)) for seed in range(15)
    )
    assert ranked <= by_luck / 3, (ranked, by_luck)


def test_ranking_needs_a_third_of_random_searchs_trials_on_the_measured_space():
    (file,) = (ROOT / FOLDER).glob("sgemm_cpu_space-*.jsonl")
    by_random, ranking = simulate_record(Record.read(file), ["random", "ranking"], seeds=10)
    assert by_random.points > 1000
    assert ranking.median_trials <= by_random.median_trials / 3
    assert statistics.median(ranking.best_after(32)) > statistics.median(by_random.best_after(32))


def test_ranking_survives_a_space_where_all_fails(space):
    strategy = make("ranking", space, 0)
    for _ in range(40):
        strategy.observe(strategy.propose(), None)
    assert strategy.propose() is not None


def test_a_strategy_serves_metaschedule(space):
    """Through MetaSchedule's own interface: its candidates, its results."""
    asked = []

    def made():
        asked.append(make("ranking", space, 0))
        return asked[-1]

    mod = s_tir.Schedule(space.workload.prim_func()).mod
    strategy = search_strategy(space, made)
    context = ms.TuneContext(
        mod=mod,
        target=cpu_target("x86-64-v3"),
        space_generator=ms.space_generator.ScheduleFn(space.draw, [], [], {}),
        search_strategy=strategy,
        num_threads=1,
    )
    strategy.pre_tuning(20, 8, context.generate_design_space(), None, None)
    sizes, seen = [], set()
    while batch := strategy.generate_measure_candidates():
        sizes.append(len(batch))
        points = [space.drawn(one.sch) for one in batch]
        assert not seen & set(points)
        seen |= set(points)
        times = [cost(space, point) for point in points]
        strategy.notify_runner_results(
            batch,
            [
                ms.runner.RunnerResult([time * 1e-6], None)
                if time
                else ms.runner.RunnerResult(None, "it crashed")
                for time in times
            ],
        )
    assert sizes == [8, 8, 4]
    assert {point: time and round(time, 6) for point, time in asked[0]._times.items()} == {
        point: (time := cost(space, point)) and round(time, 6) for point in seen
    }
