"""Old AutoTVM scripts and tuners; most with a measurer that only pretends."""

from __future__ import annotations

import inspect
import io
import json
import logging

import numpy as np
import pytest
import tvm as tvm_of_today
from autotvm_samples import KEYS, LOCAL, matmul, old_line, result_of, task
from conftest import ROOT
from exhaustive import sampled

from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.ladder import Build
from schedules.lowering.lower import lower
from schedules.workloads import Gemm
from te_compat import autotvm, calls, tvm
from te_compat.rung import load
from te_compat.script import run_script
from tune.measuring.interface import Outcome


class Fake:
    """Times that follow the config's index; `failing` are keys that crash."""

    def __init__(self, failing=()) -> None:
        self.failing = failing
        self.asked: list[str] = []
        self.closed = False

    def measure(self, tasks):
        for one in tasks:
            self.asked.append(one.key)
            if one.key in self.failing:
                yield one, Outcome("time-out", message="the run took more than 1 s and was ended")
            else:
                yield one, Outcome("ok", times_us=(10.0 + abs(int(one.key) - 42),))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def fake(monkeypatch):
    made = Fake()
    monkeypatch.setattr("te_compat.autotvm.tuner.Pool", lambda _options: made)
    return made


EXAMPLE = ROOT / "examples/legacy/autotvm_matmul.py"


ON_GPU = ROOT / "examples/legacy/autotvm_gemm_gpu.py"


# A README command runs it by default.
@pytest.mark.exhaustive
def test_a_script_tunes_unmodified(run_cli, tmp_path):
    done = run_cli(EXAMPLE, "33", "64", "16", "2", "RandomTuner", module="te_compat")
    assert done.returncode == 0, done.stderr
    assert "ConfigSpace (len=" in done.stdout and "best: [('tile_i'," in done.stdout
    rows = [json.loads(row) for row in (tmp_path / "matmul.log").read_text().splitlines()]
    assert rows
    for row in rows:
        assert list(row) == KEYS and row["version"] == 0.2
        assert row["input"] == ["llvm -keys=cpu", "example/matmul", [33, 64, 16, "float32"], {}]
        costs, error, spent, _ = row["result"]
        assert error == 0 and 0 < min(costs) < 1 and spent > 0


def test_the_explorer_shows_a_template_without_tuning(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rung = load(str(EXAMPLE), "", (32, 32, 32))
    (step,) = rung.walk(rung.workload, rung.tile)
    assert any("tile_j" in line for line in step.primitives)
    assert not list(tmp_path.iterdir())
    # The script's own log, if it is there, decides.
    entity = [["tile_i", "sp", [-1, 4]], ["tile_j", "sp", [-1, 16]], ["tile_k", "sp", [-1, 2]]]
    entity += [["order", "re", [1, 0]], ["inner", "an", ["unroll"]], ["parallel", "ot", True]]
    row = json.loads(old_line(1e-6, entity))
    row["input"][1:3] = ["example/matmul", [32, 32, 32, "float32"]]
    (tmp_path / "matmul.log").write_text(json.dumps(row) + "\n")
    rung = load(str(EXAMPLE), "", (32, 32, 32))
    (step,) = rung.walk(rung.workload, rung.tile)
    text = step.mod.script()
    assert "T.vectorized(16)" in text and "T.parallel(8)" in text and "T.unroll(2)" in text


@pytest.mark.exhaustive
@pytest.mark.skipif(tvm_of_today.cuda(0).exist, reason="there is a GPU: the script would tune")
def test_the_gpu_scripts_candidates_are_right_and_become_kernels():
    """Run serially on the CPU: shared caches, virtual threads, two buffers."""
    with pytest.raises(SystemExit):
        run_script(ON_GPU, ["128", "256", "64"])
    made = autotvm.task.create("example/gemm_gpu", args=(128, 256, 64, "float32"), target="cuda")
    rng = np.random.default_rng(1)
    workload = Gemm(128, 256, 64, a_layout="km", b_layout="kn")
    space = made.config_space
    kept = [index for index in range(space.range_length) if space.is_index_valid(index)]
    for index in rng.choice(kept, 4):
        config = space.get(int(index))
        mod = tvm_of_today.ir.load_json(made.candidate(config).knobs["module"])
        for found in check_serial(serial(mod), workload, Build()):
            assert found.error <= 1, f"{found.inputs} at {config}: {found.message}"
        kernel = lower(mod).kernel_source
        assert ("float4*)(A_shared_ptr" in kernel) == (config["fetch"].val == 4)
        assert "vthread" not in kernel


TUNERS = ["XGBTuner", "GATuner", "RandomTuner", "GridSearchTuner"]


@pytest.mark.parametrize("name", sampled(TUNERS, TUNERS[1:]))
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
        bar = autotvm.callback.progress_bar(12)
    tuner.tune(12, LOCAL, callbacks=[autotvm.callback.log_to_file(log), bar])
    assert tuner.best_config is None
    assert "Could not find any valid schedule" in caplog.text
    results = [json.loads(row)["result"] for row in log.getvalue().splitlines()]
    assert len(results) == 12
    assert {(one[0][0], one[1]) for one in results} <= {(1e9, 7), (1e9, 1)}


WRONG = """
from tvm import te, autotvm
@autotvm.template
def wrong(n):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    cfg = autotvm.get_config()
    cfg.define_knob("what", ["nothing", "raise", "refused", "result"])
    if cfg["what"].val == "raise": 1 / 0
    if cfg["what"].val == "refused": s[B].split(B.op.axis[0], factor=0)
    return s if cfg["what"].val == "result" else (s, [A, B])
tuner = autotvm.tuner.GridSearchTuner(autotvm.create(wrong, (4,), "llvm"))
keep = lambda tuner, inputs, found: print(found[0].costs[0])
tuner.tune(4, autotvm.measure_option("local", "local"), callbacks=[keep])
"""


def test_what_a_template_does_wrong_fails_its_candidate(fake, tmp_path, monkeypatch, capsys):
    # The measurer, here the one above, asks for candidates.
    monkeypatch.setattr(calls, "_OURS", [*calls._OURS, inspect.getfile(type(fake))])
    script = tmp_path / "template.py"
    script.write_text(WRONG)
    run_script(script)
    _, *messages = capsys.readouterr().out.splitlines()
    lines = [text.removeprefix(f"{script}:").partition(": ")[0] for text in messages]
    assert fake.asked == ["0"] and lines == ["10", "11", "15"]


def test_history_is_learned_from_and_not_measured_again(fake):
    made = task()
    inputs = [autotvm.MeasureInput(made.target, made, made.config_space.get(at)) for at in (0, 1)]
    history = [(one, autotvm.MeasureResult((1e-5,), 0, 0.1, 0.0)) for one in inputs]
    tuner = autotvm.tuner.RandomTuner(made)
    tuner.load_history(history)
    tuner.load_history(history, min_seed_records=2)
    tuner.tune(80, LOCAL)
    assert not {"0", "1"} & set(fake.asked) and "2" in fake.asked


def test_an_old_log_is_applied(tmp_path):
    slow = [["tile_i", "sp", [-1, 1]], ["tile_j", "sp", [-1, 1, 1]], ["wide", "ot", False]]
    log = tmp_path / "old.log"
    log.write_text(
        "\n".join(
            [
                "# a comment",
                old_line(2e-6, slow),
                old_line(1e-6),
                old_line(1e9, slow, error=4),
                old_line(1e-9, slow, target="cuda -keys=cuda,gpu -max_num_threads=1024"),
                '{"i": ["llvm"], "r": [[1], 0, 0, 0], "v": 0.1}',
                old_line(3e-9, slow)[:60],
            ]
        )
    )
    with autotvm.apply_history_best(str(log)) as best, tvm.target.Target("llvm") as target:
        assert best.query(target, ("test/matmul", 8, "float32"))["tile_j"].size == [-1, 2, 4]
        s, args = matmul(8, "float32")
        mod = tvm.lower(s, args)
    assert "T.vectorized(4)" in mod.script()
    np.testing.assert_allclose(*result_of(mod), rtol=1e-5)
