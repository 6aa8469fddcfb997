"""AutoTVM's words on the tuner: spaces, configs, tasks, tuners, logs, and what is refused."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys
import textwrap
import tomllib
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import numpy as np
import pytest
import tvm as today
from conftest import ROOT

from schedules.errors import NoGpu, UserError
from schedules.legacy import calls, stand_in, te, tvm
from schedules.legacy.calls import OldCallError
from schedules.legacy.rung import load
from schedules.legacy.script import run_script
from schedules.lowering.lower import lower
from tune.legacy import autotvm
from tune.measure import MeasureOptions, open_measurer
from tune.task import Outcome

EXAMPLE = ROOT / "examples/legacy/autotvm_matmul.py"
PROVIDED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
DECLARED = EntryPoint("autotvm", PROVIDED[stand_in.ENTRY_POINTS]["autotvm"], stand_in.ENTRY_POINTS)
KEYS = ["input", "config", "result", "version", "tvm_version"]


@autotvm.template("test/matmul")
def matmul(n, dtype):
    a = te.placeholder((n, n), name="A", dtype=dtype)
    b = te.placeholder((n, n), name="B", dtype=dtype)
    k = te.reduce_axis((0, n), name="k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    s = te.create_schedule(c.op)
    cfg = autotvm.get_config()
    i, j = s[c].op.axis
    cfg.define_split("tile_i", i, num_outputs=2)
    cfg.define_split("tile_j", j, num_outputs=3)
    cfg.define_knob("wide", [False, True])
    io, ii = cfg["tile_i"].apply(s, c, i)
    jo, jm, ji = cfg["tile_j"].apply(s, c, j)
    s[c].reorder(io, jo, jm, k, ii, ji)
    if cfg["wide"].val:
        s[c].vectorize(ji)
    if cfg["tile_i"].size[-1] == n:
        cfg.raise_error("no rows left")
    return s, [a, b, c]


def task(n: int = 8) -> autotvm.task.Task:
    return autotvm.task.create("test/matmul", args=(n, "float32"), target="llvm")


LOCAL = autotvm.measure_option(builder="local", runner="local")


# --- spaces and configs ---------------------------------------------------------------------------


def sizes(length: int, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    cfg.define_split("t", length, **options)
    return [one.size for one in cfg.space_map["t"]]


# What TVM 0.19 gives, in its order.
SPLITS = {
    "factors": (sizes(12, num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6, 12)]),
    "three": (
        sizes(4, num_outputs=3),
        [[-1, 1, 1], [-1, 2, 1], [-1, 4, 1], [-1, 1, 2], [-1, 2, 2], [-1, 1, 4]],
    ),
    "power2": (sizes(6, policy="power2", num_outputs=2), [[-1, 1], [-1, 2], [-1, 4]]),
    "verbose": (sizes(6, policy="verbose", num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6)]),
    "no_tail": (sizes(6, policy="verbose", num_outputs=2, no_tail=True)[-2:], [[-1, 3], [-1, 6]]),
    "max_factor": (sizes(12, num_outputs=2, max_factor=3), [[-1, 1], [-1, 2], [-1, 3]]),
    "filter": (sizes(12, num_outputs=2, filter=lambda e: e.size[-1] > 4), [[-1, 6], [-1, 12]]),
    "candidate": (sizes(9, policy="candidate", num_outputs=2, candidate=[[2, 5]]), [[2, 5]]),
}


@pytest.mark.parametrize("name", SPLITS)
def test_a_split_has_the_sizes_that_autotvm_gave(name):
    found, right = SPLITS[name]
    assert found == right


def orders(policy: str, count: int = 3, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    axes = [cfg.axis(one + 2) for one in range(count)]
    given = {
        name: [[axes[at] for at in chain] for chain in value] if name != "interval" else value
        for name, value in options.items()
    }
    cfg.define_reorder("r", axes, policy, **given)
    return [list(one.perm) for one in cfg.space_map["r"]]


def test_a_reorder_has_the_orders_that_autotvm_gave():
    assert orders("identity") == [[0, 1, 2]]
    assert orders("all", 2) == [[0, 1], [1, 0]]
    assert orders("interval_all", interval=(1, 3)) == [[0, 1, 2], [0, 2, 1]]
    assert orders("candidate", candidate=[[2, 0, 1]]) == [[2, 0, 1]]
    chains = {"spatial": [[0, 1], [2, 3]], "reduce": [[4, 5]]}
    assert orders("interleave", 6, **chains) == [[0, 2, 4, 1, 3, 5]]
    assert orders("interleave_cuda", 6, **chains) == [[0, 2, 4, 5, 1, 3]]


def annotations(policy: str, count: int, **options) -> list[list]:
    cfg = autotvm.ConfigSpace()
    cfg.define_annotate("a", [cfg.axis(2)] * count, policy, **options)
    return [list(one.anns) for one in cfg.space_map["a"]]


def test_an_annotation_has_what_autotvm_gave():
    assert annotations("try_unroll", 1) == [["none"], ["unroll"]]
    found = annotations("try_unroll_vec", 2)
    assert len(found) == 8 and ["vec", "vec"] not in found
    assert annotations("bind_gpu", 3) == [["fuse", "blockIdx.x", "threadIdx.x"]]
    assert annotations("bind_gpu_virtual", 3) == [["blockIdx.x", "vthread", "threadIdx.x"]]
    assert annotations("locate_cache", 3, num_anchor=2) == [[0, 1], [0, 2], [1, 2]]


def test_axes_of_a_knob_are_axes_of_the_next():
    cfg = autotvm.ConfigSpace()
    outer, inner = cfg.define_split("t", 8, num_outputs=2)
    cfg.define_reorder("r", [outer, inner], "candidate", candidate=[[inner, outer]])
    assert cfg.space_map["r"][0].perm == [1, 0]


def test_an_index_is_a_config_and_its_log_the_same():
    cfg = task().config_space
    assert (len(cfg), cfg.dims) == (4 * 10 * 2, [4, 10, 2])
    for index in range(len(cfg)):
        assert cfg.knob2point(cfg.point2knob(index)) == index
        one = cfg.get(index)
        again = autotvm.ConfigEntity.from_json_dict(json.loads(json.dumps(one.to_json_dict())))
        assert again == one and again.index == index
    assert cfg.get(1)["tile_i"].size == [-1, 2]
    with pytest.raises(IndexError):
        cfg.get(len(cfg))


def test_multi_filter_leaves_configs_out():
    cfg = autotvm.ConfigSpace()
    cfg.define_knob("a", [1, 2, 3])
    cfg.define_knob("b", [1, 2])
    cfg.multi_filter(lambda one: one["a"].val + one["b"].val <= 3)
    assert (len(cfg), cfg.range_length) == (3, 6)
    with pytest.raises(IndexError):
        cfg.get(5)
    made = SimpleNamespace(config_space=cfg, target=None)
    for kind in (autotvm.tuner.GridSearchTuner, autotvm.tuner.GATuner):
        assert len(list(iter(kind(made).strategy.propose, None))) == 3


@pytest.mark.parametrize(
    ("length", "size"), [(128, [4, 8, 4]), (49, [7, 7, 1]), (30, [2, 5, 3]), (17, [17, 1, 1])]
)
def test_a_fallback_split_keeps_its_limits(length, size):
    cfg = autotvm.FallbackConfigEntity()
    cfg.define_split("t", length, num_outputs=3)
    cfg.fallback_split("t", [-1, 8, 4])
    assert cfg["t"].size == size
    # The template defines before it uses: what was set stays.
    cfg.define_split("t", length, num_outputs=3)
    assert cfg["t"].size == size


# --- tasks ----------------------------------------------------------------------------------------


def result_of(mod: today.IRModule, n: int = 8) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    a, b = (rng.random((n, n), dtype="float32") for _ in range(2))
    out = today.runtime.empty((n, n), "float32")
    built = tvm.build(mod, target="llvm")
    built(today.runtime.tensor(a), today.runtime.tensor(b), out)
    return out.numpy(), a @ b


def test_a_task_makes_right_candidates_of_its_configs():
    made = task()
    assert made.flop == 2 * 8**3
    assert made.workload == ("test/matmul", 8, "float32")
    for index in (0, 10, 34, 77):
        candidate = made.candidate(made.config_space.get(index))
        np.testing.assert_allclose(
            *result_of(today.ir.load_json(candidate.knobs["module"])), rtol=1e-5
        )
    with pytest.raises(autotvm.space.InstantiationError, match="no rows left"):
        made.candidate(made.config_space.get(3))


def test_what_is_built_is_for_the_cpu_that_was_tuned_for():
    made = autotvm.task.create("test/matmul", args=(8, "float32"), target="llvm -mcpu=x86-64-v3")
    assert made.candidate(made.config_space.get(0)).arch == "x86-64-v3"
    with autotvm.task.ApplyConfig(made.config_space.get(0)), made.target:
        built = tvm.build(*matmul(8, "float32"))
    assert '"target-cpu"="x86-64-v3"' in built.get_source()


def test_a_template_for_cuda_becomes_a_kernel():
    @autotvm.template("test/scale")
    def scale(n):
        a = te.placeholder((n,), name="A")
        b = te.compute((n,), lambda i: a[i] * 2.0, name="B")
        s = te.create_schedule(b.op)
        cfg = autotvm.get_config()
        outer, inner = cfg.define_split("tile", b.op.axis[0], num_outputs=2, max_factor=64)
        cfg.define_annotate("bind", [outer, inner], "bind_gpu")
        axes = cfg["tile"].apply(s, b, b.op.axis[0])
        cfg["bind"].apply(s, b, axes)
        return s, [a, b]

    made = autotvm.task.create(scale, args=(1000,), target="cuda -arch=sm_80")
    if not today.cuda(0).exist:
        with pytest.raises(NoGpu, match=rf"{__file__}:\d+: tune: .* `tune worker`"):
            autotvm.tuner.RandomTuner(made).tune(n_trial=1, measure_option=LOCAL)
    config = next(
        one for at in range(99) if (one := made.config_space.get(at))["tile"].size[-1] == 40
    )
    candidate = made.candidate(config)
    assert candidate.arch == "sm_80"
    found = lower(today.ir.load_json(candidate.knobs["module"]), arch="sm_80")
    assert (found.launches[0].grid[0], found.launches[0].block[0]) == (25, 40)


def test_arguments_are_plain_in_a_workload():
    a = te.placeholder((4, 2), name="A", dtype="int8")
    three = today.tirx.const(3, "int32")
    workload = autotvm.task.args_to_workload((a, [1, 2], None, three), "name")
    assert workload == ("name", ("TENSOR", (4, 2), "int8"), (1, 2), None, 3)
    with pytest.raises(OldCallError, match="is object, which a log cannot hold"):
        autotvm.task.args_to_workload((object(),))
    (again, *_rest) = autotvm.task.deserialize_args(workload[1:])
    assert tuple(map(int, again.shape)) == (4, 2) and str(again.dtype) == "int8"


# --- tuners ---------------------------------------------------------------------------------------


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
    monkeypatch.setattr("tune.legacy.autotvm.tuner.open_measurer", lambda _options: made)
    return made


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
    monkeypatch.setattr(calls, "_OURS", [*calls._OURS, __file__])
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
    assert "ZeroDivisionError" in found[0] and "at least 1" in found[1]
    assert "lower: " in found[2]
    assert "a template returns (schedule, [tensors])" in found[3]


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


def test_a_progress_bar_ends_its_line(fake, capsys):
    bar = autotvm.callback.progress_bar(5, prefix="matmul")
    autotvm.tuner.GridSearchTuner(task()).tune(5, LOCAL, callbacks=[bar])
    out = capsys.readouterr().out
    assert "matmul Current/Best:" in out and "(5/5)" in out and out.endswith(" Done.\n")


# --- measuring for real ---------------------------------------------------------------------------


def test_a_candidate_that_computes_something_else_is_wrong():
    made = task()
    right = made.candidate(made.config_space.get(34))
    mod = today.ir.load_json(right.knobs["module"])
    # The sum begins elsewhere.
    script = mod.script().replace("T.float32(0.0)", "T.float32(0.5)")
    assert script != mod.script()
    other = today.script.from_source(script)
    wrong = replace(right, key="wrong", knobs={"module": str(today.ir.save_json(other))})
    measurer = open_measurer(MeasureOptions(kind="llvm", workers=1))
    try:
        found = {one.key: outcome for one, outcome in measurer.measure([right, wrong])}
    finally:
        measurer.close()
    assert found[right.key].kind == "ok" and min(found[right.key].times_us) > 0
    assert found["wrong"].kind == "wrong"


def test_a_script_tunes_unmodified(run_cli, tmp_path):
    done = run_cli(EXAMPLE, "33", "64", "16", "6", "RandomTuner", module="schedules.legacy")
    assert done.returncode == 0, done.stderr
    assert "ConfigSpace (len=" in done.stdout and "best: [('tile_i'," in done.stdout
    rows = [json.loads(row) for row in (tmp_path / "matmul.log").read_text().splitlines()]
    assert 3 <= len(rows) <= 6
    for row in rows:
        assert list(row) == KEYS and row["version"] == 0.2
        assert row["input"] == ["llvm -keys=cpu", "example/matmul", [33, 64, 16, "float32"], {}]
        assert [name for name, _, _ in row["config"]["entity"]][:2] == ["tile_i", "tile_j"]
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


# --- logs -----------------------------------------------------------------------------------------

ENTITY = [["tile_i", "sp", [-1, 2]], ["tile_j", "sp", [-1, 2, 4]], ["wide", "ot", True]]


def old_line(cost: float, entity=ENTITY, error: int = 0, target="llvm -keys=cpu -link-params=0"):
    """A line as TVM 0.8 wrote it, with an option that targets have no more."""
    return json.dumps(
        {
            "input": [target, "test/matmul", [8, "float32"], {}],
            "config": {"index": 7, "code_hash": None, "entity": entity},
            "result": [[cost], error, 1.5, 1600000000.5],
            "version": 0.2,
            "tvm_version": "0.8.dev0",
        }
    )


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


TARGETS = [
    "llvm -keys=cpu -mattr=+avx2,+fma -mcpu=core-avx2",
    "cuda -keys=cuda,gpu -arch=sm_80 -max_num_threads=1024 -thread_warp_size=32",
]


@pytest.mark.parametrize("target", TARGETS)
def test_a_log_is_the_same_when_written_again(target):
    inp, result = autotvm.record.decode(old_line(1e-6, target=target))
    again = json.loads(autotvm.record.encode(inp, result))
    right = json.loads(old_line(1e-6, target=target))
    assert {**again, "tvm_version": ""} == {**right, "tvm_version": ""}
    assert list(again) == KEYS


def test_without_a_record_a_template_falls_back(caplog):
    with autotvm.apply_history_best([]), tvm.target.Target("llvm"):
        s, args = matmul(4, "float32")
    assert "Cannot find config" in caplog.text
    assert result_of(tvm.lower(s, args), 4)[0].shape == (4, 4)


def test_a_template_made_anew_has_its_own_space():
    for size in (2, 4):

        @autotvm.template("test/again")
        def again(size=size):
            b = te.compute((8,), lambda i: te.const(1.0) + i, name="B")
            s = te.create_schedule(b.op)
            cfg = autotvm.get_config()
            cfg.define_knob("size", [size])
            s[b].split(b.op.axis[0], cfg["size"].val)
            return s, [b]

        with tvm.target.Target("llvm"):
            assert f"T.grid({8 // size}, {size})" in tvm.lower(*again()).script()


def test_the_best_is_picked(tmp_path):
    log, best = tmp_path / "all.log", tmp_path / "best.log"
    log.write_text("\n".join(map(old_line, (3e-6, 1e-6, 2e-6))) + "\n")
    for _ in range(2):
        autotvm.record.pick_best(str(log), str(best))
        ((_, result),) = autotvm.record.load_from_file(best)
        assert result.costs == (1e-6,)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["all.log", "best.log"]


def test_a_file_that_is_no_log_is_refused(tmp_path):
    file = tmp_path / "some.log"
    file.write_text(old_line(1e-6) + "\nnothing\n")
    with pytest.raises(UserError, match="some.log:2: no line of an AutoTVM log"):
        autotvm.apply_history_best(str(file))
    with pytest.raises(UserError, match="cannot read .*missing.log: No such file"):
        autotvm.apply_history_best(str(tmp_path / "missing.log"))
    with pytest.raises(UserError, match="cannot write"):
        autotvm.record.append(tmp_path / "no" / "folder.log", ["{}"])


# --- what is refused ------------------------------------------------------------------------------

REFUSED = {
    "policy": ('cfg.define_split("t", 8, policy="all", num_outputs=2)', "factors"),
    "keyword": ('cfg.define_split("t", 8, num_outputs=2, factor=3)', "factor"),
    "no parts": ('cfg.define_split("t", 8)', "give num_outputs"),
    "nothing left": (
        'cfg.define_split("t", 7, num_outputs=2, filter=lambda e: e.size[-1] == 2)',
        "nothing to choose from",
    ),
    "annotation": ('cfg.define_annotate("t", [8], "candidate")', "try_unroll_vec"),
    "bind": ('cfg.define_annotate("t", [8], "bind_gpu")', "at least 2"),
    "unknown knob": ('cfg["tile"]', "no such knob"),
    "template": ('autotvm.task.create("nobody", args=(), target="llvm")', "unknown template|no t"),
    "target": ('autotvm.task.create("t", args=(), target="opencl")', "use llvm or cuda"),
    "pickle": ('autotvm.callback.log_to_file("a", protocol="pickle")', "use 'json'"),
    "flush": ("autotvm.LocalRunner(enable_cpu_cache_flush=True)", "leave it out"),
    "build_func": ('autotvm.LocalBuilder(build_func="ndk")', "leave it out"),
    "option": ('autotvm.measure_option(builder="rpc", runner="local")', "LocalBuilder"),
    "topi": ("autotvm.register_topi_compute", "template of the operator"),
    "tuner": ("autotvm.tuner.DropletTuner", "XGBTuner"),
    "unknown name": ("autotvm.nobody", "AutoTVM's names"),
    "graph tuner": ("from tvm.autotvm.graph_tuner import DPTuner", "TOPI"),
    "no target": ("autotvm.apply_history_best([]).query(None, ())", "tvm.target.Target"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_the_line(name, tmp_path):
    line, text = REFUSED[name]
    script = tmp_path / "script.py"
    head = "import tvm\nfrom tvm import te, autotvm\ncfg = autotvm.ConfigSpace()\n"
    script.write_text(f"{head}{line}\n")
    with pytest.raises(OldCallError, match=rf"script.py:4: .*({text})"):
        run_script(script)


def test_an_apply_that_is_refused_names_the_templates_line(tmp_path):
    script = tmp_path / "twice.py"
    script.write_text(
        textwrap.dedent(
            """
            import tvm.autotvm
            from tvm import te
            from tvm.autotvm.tuner import XGBTuner
            from tvm.autotvm.task.space import FallbackConfigEntity
            A = te.placeholder((8,), name="A")
            B = te.compute((8,), lambda i: A[i] + 1.0, name="B")
            s = te.create_schedule(B.op)
            cfg = tvm.autotvm.ConfigSpace()
            cfg.define_split("t", B.op.axis[0], num_outputs=2)
            cfg["t"].apply(s, B, B.op.axis[0])
            cfg["t"].apply(s, B, B.op.axis[0])
            """
        )
    )
    with pytest.raises(OldCallError, match="twice.py:12: split: .*split or fused already"):
        run_script(script)


def test_a_script_is_told_which_package_is_missing(tmp_path, monkeypatch):
    monkeypatch.delitem(vars(tvm), "autotvm", raising=False)
    monkeypatch.setitem(sys.modules, "tune.legacy", None)
    script = tmp_path / "script.py"
    script.write_text("from tvm import autotvm\n")
    for entries, missing in (([DECLARED], "tune.legacy"), ([], "a package that has them")):
        monkeypatch.setattr(stand_in, "entry_points", lambda entries=entries, **_: entries)
        with pytest.raises(OldCallError, match=rf"script.py:1: tvm.autotvm: .*{missing}.*install"):
            run_script(script)


def test_a_script_gets_what_the_project_declares(tmp_path, monkeypatch):
    monkeypatch.delitem(vars(tvm), "autotvm", raising=False)
    monkeypatch.setattr(stand_in, "entry_points", lambda **_: [DECLARED])
    script = tmp_path / "script.py"
    script.write_text("from tvm import autotvm\nautotvm.template\n")
    run_script(script)
    assert tvm.autotvm is autotvm


def test_a_script_tunes_by_the_tuners_own_command(run_cli, tmp_path):
    done = run_cli(EXAMPLE, "33", "64", "16", "1", "RandomTuner", module="tune.legacy")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "matmul.log").read_text().splitlines()) == 1
