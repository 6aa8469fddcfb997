"""A template's candidates are right, and measured as such."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import tvm as today
from autotvm_samples import LOCAL, matmul, result_of, task

from schedules.core.errors import NoGpu
from schedules.core.target import Target
from schedules.lowering.lower import lower
from te_compat import autotvm, te, tvm
from te_compat.calls import OldCallError
from tune.measuring.interface import MeasureOptions
from tune.measuring.pool import Pool


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
    found = lower(today.ir.load_json(candidate.knobs["module"]), target=Target.parse("sm_80"))
    assert (found.launches[0].grid[0], found.launches[0].block[0]) == (25, 40)


def test_arguments_are_plain_in_a_workload():
    a = te.placeholder((4, 2), name="A", dtype="int8")
    three = today.tirx.const(3, "int32")
    workload = autotvm.task.args_to_workload((a, [1, 2], None, three), "name")
    assert workload == ("name", ("TENSOR", (4, 2), "int8"), (1, 2), None, 3)
    with pytest.raises(OldCallError, match="is object, which a log cannot contain"):
        autotvm.task.args_to_workload((object(),))
    (again, *_rest) = autotvm.task.deserialize_args(workload[1:])
    assert tuple(map(int, again.shape)) == (4, 2) and str(again.dtype) == "int8"


def test_a_candidate_that_computes_something_else_is_wrong():
    made = task()
    right = made.candidate(made.config_space.get(34))
    mod = today.ir.load_json(right.knobs["module"])
    # The sum begins elsewhere.
    script = mod.script().replace("T.float32(0.0)", "T.float32(0.5)")
    assert script != mod.script()
    other = today.script.from_source(script)
    wrong = replace(right, key="wrong", knobs={"module": str(today.ir.save_json(other))})
    measurer = Pool(MeasureOptions(kind="llvm", builders=1))
    try:
        found = {one.key: outcome for one, outcome in measurer.measure([right, wrong])}
    finally:
        measurer.close()
    assert found[right.key].kind == "ok" and min(found[right.key].times_us) > 0
    assert found["wrong"].kind == "wrong"


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
