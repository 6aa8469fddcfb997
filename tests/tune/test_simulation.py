"""Strategies replayed on measured spaces."""

from __future__ import annotations

import itertools
import statistics

import pytest
from conftest import ROOT
from tune_records import load_space

from tune import simulation
from tune.records.record import Record
from tune.simulation import random_trials, simulate, simulate_record


def test_a_measured_space_is_replayed(folder):
    record = Record.read(folder / "grid.jsonl")
    grid, bayesian = simulate_record(record, ["grid", "bayesian"], seeds=3)
    speeds = [
        entry.time_us and record.best()[0].time_us / entry.time_us for entry in record.entries
    ]
    # The record was made by the grid, but for its first candidate, the hand-written one.
    assert grid.points == len(record.entries)
    assert len(set(grid.curves)) == 1 and grid.curves[0][-1] == 1.0
    assert set(grid.curves[0]) <= {0.0, *filter(None, speeds)}
    assert len(set(bayesian.curves)) == 3
    for curve in bayesian.curves:
        assert list(curve) == sorted(curve) and curve[-1] == 1.0
    assert all(1 <= trials <= bayesian.points for trials in bayesian.trials())
    assert all(value == 1.0 for value in bayesian.best_after(10_000))
    (whole,) = simulate_record(record, ["bayesian"], seeds=3, share=1.0)
    assert whole.trials() == [len(curve) for curve in whole.curves]


@pytest.mark.parametrize(("name", "whole"), [("some", False), ("grid", True)])
def test_a_part_of_a_space_is_said_to_be_one(folder, name, whole):
    told = []
    record = Record.read(folder / f"{name}.jsonl", told.append)
    (found,) = simulate_record(record, ["random"], seeds=1)
    assert found.points == len(record.entries)
    points = len(load_space(record).points)
    said_so = f"64,64,64: the results apply only to the 40 of {points} candidates that were "
    said_so += "measured, as chosen by random"
    assert told == ([] if whole else [said_so])


def test_a_replay_leaves_out_what_the_space_allows_no_more():
    told = []
    record = Record.read(ROOT / "docs/tuning/hgemm_wgmma_h200-nvidia-h200.jsonl.gz", told.append)
    found = simulate_record(record, ["grid"], seeds=1, trials=2)
    assert [one.points for one in found] == 3 * [30]
    assert [text.partition(": ")[2] for text in told] == 3 * [
        "skipped 12 candidates that the space no longer allows"
    ]


@pytest.mark.parametrize(("points", "enough"), [(6, 1), (6, 2), (7, 3), (5, 5)])
def test_what_random_needs_is_that_of_all_orders(points, enough):
    first = [
        min(order.index(good) for good in range(enough)) + 1
        for order in itertools.permutations(range(points))
    ]
    assert random_trials(points, enough, 0.5) == statistics.median_low(first)
    assert random_trials(points, enough, 1.0) == max(first)


def test_with_candidates_in_flight_answers_come_late(folder, monkeypatch):
    """What a strategy proposes n-th it has proposed with so many answers fewer."""
    record = Record.read(folder / "grid.jsonl")
    (shape,) = record.shapes()
    space, times = simulation.measured_space(record, shape)

    class Counting:
        def __init__(self):
            self.rest, self.known, self.late = iter(space.points), 0, []

        def propose(self):
            self.late.append(self.known)
            return next(self.rest, None)

        def observe(self, point, time_us):
            assert time_us == times[point]
            self.known += 1

    made = []
    monkeypatch.setattr(simulation, "make", lambda *_: made.append(Counting()) or made[-1])
    at_once, late = (
        simulate(space, times, "some", 0, len(times), in_flight=count) for count in (1, 18)
    )
    assert at_once == late, "the same order, the same curve"
    count = len(late)
    assert made[0].late[:count] == list(range(count))
    assert made[1].late[:count] == [max(0, at - 17) for at in range(count)]
