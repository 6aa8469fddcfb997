"""A runner: what is right, what is hopeless, and on which data."""

from __future__ import annotations

from tune_measuring import run_query, sgemm

from tune.measuring import cpu_runner
from tune.measuring.cpu_runner import CpuRunner


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
