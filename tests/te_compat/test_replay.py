"""Old schedules as TIR: tiles, groups, caches, reductions, loops."""

from __future__ import annotations

import numpy as np
import pytest
from legacy_samples import gemm, run_on_cpu, tir

from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.session import replay


@pytest.mark.parametrize("inner_first", [False, True])
def test_a_group_may_lie_in_another(inner_first):
    a = te.placeholder((16, 12), name="A")
    x = te.compute((16, 12), lambda i, j: a[i, j] + 1.0, name="X")
    y = te.compute((16, 12), lambda i, j: x[i, j] * 2.0, name="Y")
    z = te.compute((16, 12), lambda i, j: y[i, j] - 3.0, name="Z")
    out = te.compute((16, 12), lambda i, j: z[i, j] * z[i, j], name="out")
    s = te.create_schedule(out.op)
    ends = [(y, x), (z, a)] if inner_first else [(z, a), (y, x)]
    groups = [s.create_group(outputs=last, inputs=first) for last, first in ends]
    inner, outer = groups if inner_first else groups[::-1]
    assert [s[one].group for one in (x, y, z)] == [outer, inner, outer] and inner.group is outer
    with pytest.raises(OldCallError, match="create_group: the group would overlap another"):
        s.create_group(outputs=out, inputs=y)
    assert s[z].group is outer and s[out].group is None
    outer.compute_at(s[out], out.op.axis[0])
    inner.compute_at(s[z], z.op.axis[1])
    values = np.arange(192, dtype="float32").reshape(16, 12)
    (got,) = run_on_cpu(s, [a, out], values)
    np.testing.assert_array_equal(got, (2 * values - 1) ** 2)
    depth = {name: len(replay(s, [a, out]).program.run().get_loops(name)) for name in "XYZ"}
    assert depth == {"X": 3, "Y": 5, "Z": 3}


@pytest.mark.parametrize("n", [8, 10])
@pytest.mark.parametrize("retiled", [False, True])
def test_a_cache_in_tiles_is_computed_inside_loops_that_cut_across_them(n, retiled):
    s, a, b, c, _ = gemm(n, 12, 4)
    s[c].tile(*c.op.axis, 4, 4)
    cache = s.cache_write(c, "local")
    row = s[c].tile(*c.op.axis, 3, 3)[0] if retiled else c.op.axis[0]
    s[cache].compute_at(s[c], row)
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-3, 4, shape).astype("float32") for shape in ((n, 4), (4, 12)))
    (got,) = run_on_cpu(s, [a, b, c], x, y)
    np.testing.assert_array_equal(got, x @ y)


def test_an_uneven_layout_of_the_cache_is_padded():
    a = te.placeholder((7, 6), name="A")
    b = te.compute((7, 6), lambda i, j: a[i, j] * 2.0, name="B")
    s = te.create_schedule(b.op)
    io, ii = s[b].split(b.op.axis[0], factor=3)
    s[b].reorder(ii, b.op.axis[1], io)
    cache = s.cache_write(b, "global")
    assert [int(extent) for extent in cache.shape] == [3, 6, 3]
    values = np.random.default_rng(0).uniform(-1, 1, (7, 6)).astype("float32")
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, 2 * values)


def test_a_factor_above_the_extent_is_clamped_but_not_where_threads_are():
    a = te.placeholder((6,), name="A")
    b = te.compute((6,), lambda i: a[i] + 1.0, name="B")
    s = te.create_schedule(b.op)
    s[b].split(b.op.axis[0], factor=16)
    assert "T.grid(1, 6)" in tir(s, a, b)
    s = te.create_schedule(b.op)
    _, tx = s[b].split(b.op.axis[0], factor=16)
    s[b].bind(tx, te.thread_axis("threadIdx.x"))
    assert "T.thread_binding(16" in tir(s, a, b)
    assert "T.where(" in tir(s, a, b)


def doubled_argmax(m=6, n=12):
    """The greatest of twice A in each row, and its place: a reduction of two outputs."""
    a = te.placeholder((m, n), name="A")
    b = te.compute((m, n), lambda i, j: a[i, j] * 2.0, name="B")
    r = te.reduce_axis((0, n), name="k")

    def better(x, y):
        first = x[1] >= y[1]
        return tvm.tir.Select(first, x[0], y[0]), tvm.tir.Select(first, x[1], y[1])

    argmax = te.comm_reducer(
        better, lambda at, top: (tvm.tir.const(-1, at), te.min_value(top)), name="argmax"
    )
    outs = te.compute((m,), lambda i: argmax((r.var, b[i, r]), axis=r), name="top")
    return te.create_schedule(outs[0].op), a, b, outs, r


ARGMAX = {
    "compute_at": lambda s, a, b, outs, r: s[b].compute_at(s[outs[0]], outs[0].op.axis[0]),
    "cache_write of both": lambda s, a, b, outs, r: s.cache_write(list(outs), "local"),
    "rfactor of the whole axis": lambda s, a, b, outs, r: s.rfactor(outs[0], r),
}


@pytest.mark.parametrize("name", ARGMAX)
def test_a_reduction_of_two_outputs_over_a_computed_stage(name):
    s, a, b, outs, r = doubled_argmax()
    ARGMAX[name](s, a, b, outs, r)
    values = np.random.default_rng(0).permutation(72).reshape(6, 12).astype("float32")
    place, top = run_on_cpu(s, [a, *outs], values)
    np.testing.assert_array_equal(place, values.argmax(1))
    np.testing.assert_array_equal(top, 2 * values.max(1))


@pytest.mark.parametrize("cached", [False, True])
def test_a_reduction_may_be_longer_for_some_elements(cached):
    """The extent of its axis depends on the element: none is reduced for the first."""
    a = te.placeholder((10,), name="A")

    def before(i):
        r = te.reduce_axis((0, i), name="r")
        return te.sum(a[r], axis=r)

    b = te.compute((10,), before, name="B")
    s = te.create_schedule(b.op)
    if cached:
        outer, _ = s[b].split(b.op.axis[0], factor=4)
        product = s.cache_write(b, "local")
        s[product].compute_at(s[b], s[b].op.axis[0])
    values = np.arange(10, dtype="float32")
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, [values[:i].sum() for i in range(10)])
