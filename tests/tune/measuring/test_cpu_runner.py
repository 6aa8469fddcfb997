"""A runner: what is right, what is hopeless, and on which data."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tune_measuring import run_query, sgemm

from tune.engine.confirming import CHECKED_RUNS
from tune.measuring import cpu_runner
from tune.measuring.cpu_runner import CpuRunner


@pytest.mark.exhaustive
def test_a_hopeless_candidate_is_timed_a_few_times_and_says_so(monkeypatch):
    # What a launch may take is more than this kernel takes on a fast machine.
    monkeypatch.setattr(cpu_runner, "LAUNCH_US", 0.0)
    runner = CpuRunner({"inputs_seed": 0, "early_stop": True})
    task = sgemm("a", block_i=32, rows=4)
    full = runner(run_query(task), lambda: None)["outcome"]
    assert not full.pruned
    few = runner(run_query(task, best_us=1e-3), lambda: None)["outcome"]
    assert few.kind == "ok"
    assert few.pruned
    assert 0 < len(few.times_us) < len(full.times_us)
    runner.early_stop = False
    assert not runner(run_query(task, best_us=1e-3), lambda: None)["outcome"].pruned


@pytest.mark.parametrize(("warm_us", "hopeless"), [(100.0, False), (400.0, True)])
def test_a_cold_start_makes_no_candidate_hopeless(monkeypatch, warm_us, hopeless):
    """The runs that verify take 500 us, as those of a cold cache; the best takes 100."""
    runner = CpuRunner({"inputs_seed": 0, "early_stop": True})
    runner.checks = [([], None)]
    runner.seen_us = [500.0, 500.0]
    took = iter([500.0, 500.0])
    monkeypatch.setattr(runner, "sample", lambda run, runs: next(took, warm_us))
    times, pruned = runner.times(None, best_us=100.0)
    assert pruned == hopeless and set(times) == {warm_us}


@pytest.mark.exhaustive
def test_a_wrong_candidate_is_wrong_on_fresh_data_too(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"
    for _ in range(2):
        assert runner(run_query(candidate("wrong")), lambda: None)["outcome"].kind == "wrong"
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"


def test_a_fault_in_two_runs_of_a_hundred_shows_in_the_checked_ones(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    checked = replace(candidate("sporadic"), checked_runs=CHECKED_RUNS)
    outcome = runner(run_query(checked), lambda: None)["outcome"]
    assert outcome.kind == "wrong"
    right = replace(candidate("right"), checked_runs=CHECKED_RUNS)
    outcome = runner(run_query(right), lambda: None)["outcome"]
    assert outcome.kind == "ok" and not outcome.varies


@pytest.mark.exhaustive
def test_bits_that_change_between_runs_are_told(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    outcome = runner(run_query(candidate("varies")), lambda: None)["outcome"]
    assert (outcome.kind, outcome.varies) == ("ok", True)
