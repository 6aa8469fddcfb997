"""Recurrences of te.scan: scheduled like other stages, equal to NumPy's, migrated."""

from __future__ import annotations

import runpy

import numpy as np
from legacy_samples import ran, run_on_cpu

from te_compat import te, tvm
from te_compat.migrate import migrated
from te_compat.rung import load
from te_compat.session import new_session

STEPS, WIDTH = 7, 50


def doubled_sum(steps=STEPS, width=WIDTH):
    """state[t] = 2 state[t - 1] + X[t]."""
    x, state = te.placeholder((steps, width), name="X"), te.placeholder((steps, width))
    init = te.compute((1, width), lambda _, i: x[0, i], name="first")
    twice = te.compute((steps, width), lambda t, i: state[t - 1, i] * 2, name="twice")
    update = te.compute((steps, width), lambda t, i: twice[t, i] + x[t, i], name="next")
    result = te.scan(init, update, state, inputs=[x])
    return te.create_schedule(result.op), x, init, twice, update, result


X = np.random.default_rng(0).integers(-3, 4, (STEPS, WIDTH)).astype("float32")
EXPECTED = X.copy()
for step in range(1, STEPS):
    EXPECTED[step] = 2 * EXPECTED[step - 1] + X[step]


def test_the_stages_of_a_step_are_scheduled_like_others():
    s, x, init, twice, update, result = doubled_sum()
    s[init].vectorize(s[init].split(init.op.axis[1], factor=8)[1])
    outer, inner = s[update].split(update.op.axis[1], factor=16)
    s[update].reorder(inner, update.op.axis[0], outer)
    s[twice].compute_at(s[update], outer)
    cache = s.cache_read(x, "local", [update])
    s[cache].compute_at(s[update], inner)
    (found,) = run_on_cpu(s, [x, result], X)
    np.testing.assert_array_equal(found, EXPECTED)
    bounds = te.schedule.InferBound(s)
    assert bounds[result.op.scan_axis].min.value == 1
    assert set(te.schedule.ScanGetBody(result.op)) == {result.op, update.op, twice.op}


def test_what_nobody_places_is_computed_at_its_step():
    s, x, _, twice, update, result = doubled_sum()
    s.cache_write(update, "global")
    after = te.compute((STEPS, WIDTH), lambda t, i: result[t, i] + 1.0, name="after")
    (found,) = run_on_cpu(s, [x, result], X)
    np.testing.assert_array_equal(found, EXPECTED)
    # A scan that is no argument has memory of its own.
    s = te.create_schedule(after.op)
    s[twice].compute_inline()
    (found,) = run_on_cpu(s, [x, after], X)
    np.testing.assert_array_equal(found, EXPECTED + 1)


def test_what_all_steps_would_share_is_read_at_each_step(capsys):
    s, x, init, twice, update, result = doubled_sum()
    thread = te.thread_axis((0, WIDTH), "threadIdx.x")
    s[result].env_threads([thread])
    own = s.cache_read(x, "local", [update])
    s[own].compute_at(s[result], thread)
    s[own].unroll(own.op.axis[1])
    # Binds no thread itself.
    s[twice].compute_at(s[result], s[result].op.scan_axis)
    for made in (init, update):
        s[made].bind(made.op.axis[1], thread)
    with new_session(on_cpu=True):
        found = tvm.nd.empty((STEPS, WIDTH))
        tvm.build(s, [x, result], "cuda")(tvm.nd.array(X), found)
    np.testing.assert_array_equal(found.numpy(), EXPECTED)
    assert "compute_at: X.local is inlined" in capsys.readouterr().err


def test_two_states_with_sums_between_them():
    steps, width = 5, 6
    w = te.placeholder((width, width), name="W")
    a, b = (te.placeholder((steps, width)) for _ in range(2))
    k = te.reduce_axis((0, width), name="k")
    product = te.compute(
        (steps, width), lambda t, i: te.sum(a[t - 1, k] * w[i, k], axis=k), name="product"
    )
    both = te.compute((steps, width), lambda t, i: product[t, i] + b[t - 1, i], name="both")
    next_a = te.compute((steps, width), lambda t, i: both[t, i] - 1.0, name="next_a")
    next_b = te.compute((steps, width), lambda t, i: both[t, 0] + b[t - 2, i], name="next_b")
    init = [te.compute((2, width), lambda t, i: 1.0 + t + i, name=name) for name in "pq"]
    found_a, found_b = te.scan(init, [next_a, next_b], [a, b], name="both_states")
    s = te.create_schedule(found_a.op)
    s[both].compute_inline()
    weights = np.random.default_rng(1).integers(-1, 2, (width, width)).astype("float32")
    found = run_on_cpu(s, [w, found_a, found_b], weights)
    at = np.array([[1.0 + t + i for i in range(width)] for t in range(2)], dtype="float32")
    states = [list(at), list(at)]
    for t in range(2, steps):
        total = weights @ states[0][t - 1] + states[1][t - 1]
        states[1].append(total[0] + states[1][t - 2])
        states[0].append(total - 1.0)
    np.testing.assert_array_equal(found, np.array(states, dtype="float32"))


def test_axes_that_a_step_keeps_to():
    shape = (8, 4, 4)
    state, x = te.placeholder(shape), te.placeholder(shape)
    init = te.compute((1, 4, 4), lambda _, i, j: x[0, i, j])
    for update, wanted in (
        (lambda t, i, j: state[t - 1, i, j] + x[t, j, i], [1, 1]),
        (lambda t, i, j: state[t - 1, j, i], [0, 0]),
        (lambda t, i, j: state[t - 1, i, 2], [1, 0]),
    ):
        op = te.scan(init, te.compute(shape, update), state).op
        fixed = te.schedule.ScanFixPointAnalysis(op)
        assert [fixed[axis].value for axis in op.spatial_axis_] == wanted


SCRIPT = """
import numpy as np
import tvm
from tvm import te

m, n = te.var("m"), te.var("n")
X, state = te.placeholder((m, n), name="X"), te.placeholder((m, n))
init = te.compute((1, n), lambda _, i: X[0, i])
twice = te.compute((m, n), lambda t, i: state[t - 1, i] * 2, name="twice")
update = te.compute((m, n), lambda t, i: twice[t, i] + X[t, i], name="update")
scan = tvm.te.scan(init, update, state, inputs=[X])
s = te.create_schedule(scan.op)
for made in (init, update):
    xo, xi = s[made].split(made.op.axis[1], factor=32)
    s[made].bind(xo, te.thread_axis("blockIdx.x"))
    s[made].bind(xi, te.thread_axis("threadIdx.x"))
s[twice].compute_inline()
f = tvm.build(s, [X, scan], "cuda")
b = tvm.nd.empty((4, 40))
f(tvm.nd.array(np.ones((4, 40), dtype="float32")), b)
np.testing.assert_array_equal(b.numpy()[:, 0], [1, 3, 7, 15])
"""


def test_a_script_runs_explores_and_migrates(tmp_path):
    ran(tmp_path, SCRIPT)
    script = tmp_path / "script.py"
    rung = load(str(script), "", (4, 40))
    *_, last = rung.walk(rung.workload, rung.tile)
    assert rung.workload.shape == (4, 40) and "scan[v_t + 1, v_i]" in last.mod.script()
    new = tmp_path / "new.py"
    new.write_text(migrated(script, ("4", "40"))[0])
    # It is compared with the old script's TIR as it is written.
    assert "schedule" in runpy.run_path(str(new))
