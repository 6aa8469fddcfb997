"""A runner: what is right, what is hopeless, and on which data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tune_measuring import run_query, sgemm

from tune.engine.confirming import CHECKED_RUNS
from tune.measuring import cpu_runner
from tune.measuring.cpu_runner import CpuRunner, RepeatedRuns, Wrong


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


def test_a_right_candidate_is_right_on_data_that_another_has_spoilt():
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    task = sgemm("a", block_i=32, rows=4)
    assert runner(run_query(task), lambda: None)["outcome"].kind == "ok"
    for _, expected in runner.checks:
        expected.outputs[0][...] = 7.0
    assert runner(run_query(task), lambda: None)["outcome"].kind == "ok"


def test_a_wrong_candidate_is_wrong_on_fresh_data_too(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"
    for _ in range(2):
        assert runner(run_query(candidate("wrong")), lambda: None)["outcome"].kind == "wrong"
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"


def test_other_seeds_are_other_inputs():
    tensors = []
    for seed in (0, 1):
        runner = CpuRunner({"inputs_seed": seed, "early_stop": False})
        runner(run_query(sgemm("a", block_i=32, rows=4)), lambda: None)
        tensors.append(runner.checks[0][0][0].numpy())
    assert (tensors[0] != tensors[1]).any()


def test_a_fault_in_two_runs_of_a_hundred_shows_in_the_checked_ones(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    checked = replace(candidate("sporadic"), checked_runs=CHECKED_RUNS)
    outcome = runner(run_query(checked), lambda: None)["outcome"]
    assert outcome.kind == "wrong"
    right = replace(candidate("right"), checked_runs=CHECKED_RUNS)
    outcome = runner(run_query(right), lambda: None)["outcome"]
    assert outcome.kind == "ok" and not outcome.varies


def test_bits_that_change_between_runs_are_told(candidate):
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    outcome = runner(run_query(candidate("varies")), lambda: None)["outcome"]
    assert (outcome.kind, outcome.varies) == ("ok", True)


def test_what_a_timed_run_gave_is_looked_at(candidate, monkeypatch):
    """Of one that leaves its output alone while it is timed."""
    runner = CpuRunner({"inputs_seed": 0, "early_stop": False})
    monkeypatch.setattr(CpuRunner, "sampled", lambda *_: (1.0,))
    outcome = runner(run_query(candidate("right")), lambda: None)["outcome"]
    assert outcome.kind == "wrong" and outcome.message.endswith("in the last timed run")


def test_of_repeated_runs_a_difference_within_rounding_is_no_fault():
    runs = RepeatedRuns(lambda outputs: "too far" if abs(outputs[0] - 1).max() > 0.1 else "")
    for value, varies in ((1.0, False), (1.0, False), (1.01, True)):
        runs.take([np.array([value])], "some run")
        assert runs.varies == varies
    with pytest.raises(Wrong, match="too far, in the last run"):
        runs.take([np.array([2.0])], "the last run")
