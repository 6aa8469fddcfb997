"""Tuners over a space, with a measurer that only pretends."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import logging
import textwrap
from types import SimpleNamespace

import numpy as np
import pytest
from autotvm_samples import LOCAL, task

from te_compat import autotvm, calls
from te_compat.script import run_script

TUNERS = ["XGBTuner", "GATuner", "RandomTuner", "GridSearchTuner"]


@pytest.mark.parametrize("name", TUNERS)
def test_a_tuner_tries_all_of_a_space_once(name, fake):
    np.random.seed(1)
    made = task()
    tuner = getattr(autotvm.tuner, name)(made)
    log, monitor = io.StringIO(), autotvm.callback.Monitor()
    callbacks = [autotvm.callback.log_to_file(log), monitor]
    tuner.tune(n_trial=1000, measure_option=LOCAL, callbacks=callbacks)
    records = list(autotvm.record.load_from_buffer(log.getvalue().splitlines(True)))
    assert sorted(inp.config.index for inp, _ in records) == list(range(80))
    # A fourth of the configs leaves no rows: the template turns them down.
    refused = {inp.config.index for inp, result in records if result.error_no == 1}
    assert refused == set(range(3, 80, 4)) and not refused & set(map(int, fake.asked))
    assert tuner.best_config.index == 42 and fake.closed
    assert tuner.best_flops == pytest.approx(made.flop / 10e-6)
    assert len(monitor.trial_scores()) == 80 and max(monitor.trial_scores()) == tuner.best_flops


@pytest.mark.parametrize("name", TUNERS)
def test_the_same_seed_gives_the_same_trials(name, fake):
    found = []
    for _ in range(2):
        np.random.seed(3)
        fake.asked = []
        getattr(autotvm.tuner, name)(task()).tune(n_trial=30, measure_option=LOCAL)
        found.append(fake.asked)
    assert found[0] == found[1] and len(set(found[0])) == len(found[0]) > 15


def test_a_tuner_stops_early(fake):
    # By the grid the best so far comes with each of the first trials: 1/(10 + 42 - index).
    tuner = autotvm.tuner.GridSearchTuner(task(), range_idx=(40, 79))
    tuner.tune(n_trial=40, measure_option=LOCAL, early_stopping=10)
    assert (tuner.best_iter, tuner.best_config.index) == (2, 42)
    counted = autotvm.callback.Monitor()
    tuner = autotvm.tuner.GridSearchTuner(task(), range_idx=(40, 79))
    tuner.tune(40, LOCAL, early_stopping=10, callbacks=[counted])
    assert len(counted.scores) == 12


def test_a_failure_is_logged_and_learned_from(fake, caplog):
    fake.failing = set(map(str, range(80)))
    log = io.StringIO()
    tuner = autotvm.tuner.XGBTuner(task(), loss_type="rank")
    with caplog.at_level(logging.WARNING, logger="autotvm"):
        tuner.tune(12, LOCAL, callbacks=[autotvm.callback.log_to_file(log)])
    assert tuner.best_config is None
    assert "Could not find any valid schedule" in caplog.text
    results = [json.loads(row)["result"] for row in log.getvalue().splitlines()]
    assert len(results) == 12
    assert {(one[0][0], one[1]) for one in results} <= {(1e9, 7), (1e9, 1)}


def test_what_a_template_does_wrong_fails_its_candidate(fake, tmp_path, monkeypatch):
    # The measurer, here the one above, asks for candidates.
    monkeypatch.setattr(calls, "_OURS", [*calls._OURS, inspect.getfile(type(fake))])
    script = tmp_path / "template.py"
    script.write_text(
        textwrap.dedent(
            """
            from tvm import te, autotvm
            @autotvm.template
            def wrong(n):
                A = te.placeholder((n, n), name="A")
                k = te.reduce_axis((0, n), "k")
                B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")
                s = te.create_schedule(B.op)
                cfg = autotvm.get_config()
                cfg.define_knob("what", ["nothing", "raise", "refused", "late", "result"])
                what = cfg["what"].val
                if what == "raise": 1 / 0
                if what == "refused": s[B].split(k, factor=0)
                if what == "late": return s, [B]
                return s if what == "result" else (s, [A, B])
            tuner = autotvm.tuner.GridSearchTuner(autotvm.create(wrong, (4,), "llvm"))
            results = []
            def keep(tuner, inputs, found):
                results.extend(found)
            tuner.tune(5, autotvm.measure_option("local", "local"), callbacks=[keep])
            messages = [str(one.costs[0]) for one in results[1:]]
            for text in messages: print(text)
            """
        )
    )
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run_script(script)
    assert fake.asked == ["0"]
    found = out.getvalue().splitlines()
    # What is found when a candidate is lowered is found where the script asked for it.
    lines = [one.removeprefix(f"{script}:").partition(": ")[0] for one in found]
    assert lines == ["12", "13", "20", "20"]
    assert "ZeroDivisionError" in found[0] and "pass at least 1" in found[1]
    assert "lower: " in found[2]
    assert "the template returned Schedule; return (schedule, [tensors])" in found[3]


def test_a_large_space_is_ranked_from_a_sample(fake):
    cfg = autotvm.ConfigSpace()
    for name in "abcde":
        cfg.define_knob(name, list(range(1, 41)))
    made = SimpleNamespace(config_space=cfg)
    tuner = autotvm.tuner.XGBTuner(made)
    found = set()
    for _ in range(40):
        point = tuner.strategy.propose()
        found.add(point)
        tuner.strategy.observe(point, 1.0 + point[0])
    assert len(found) == 40
    # The first are at random; what is proposed later has learned which knob counts.
    assert min(point[0] for point in found) < 3


def test_history_is_learned_from_and_not_measured_again(fake):
    made = task()
    inputs = [autotvm.MeasureInput(made.target, made, made.config_space.get(at)) for at in (0, 1)]
    history = [(one, autotvm.MeasureResult((1e-5,), 0, 0.1, 0.0)) for one in inputs]
    tuner = autotvm.tuner.RandomTuner(made)
    tuner.load_history(history)
    tuner.load_history(history, min_seed_records=2)
    tuner.tune(80, LOCAL)
    assert not {"0", "1"} & set(fake.asked) and "2" in fake.asked
