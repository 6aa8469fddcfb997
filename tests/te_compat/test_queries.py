"""What old tests ask of a schedule: relations and bounds of axes, reads, dtypes."""

from __future__ import annotations

import pytest
from legacy_samples import gemm

from te_compat import te, tvm

ask = te.schedule


def chain(m=64, n=48):
    a = te.placeholder((m, n), name="A")
    b = te.compute((m, n), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((m, n), lambda i, j: b[i, j] * 2.0, name="C")
    return te.create_schedule(c.op), a, b, c


def test_the_bounds_of_a_tile():
    s, a, b, c = chain()
    xo, yo, xi, yi = s[c].tile(*c.op.axis, 8, 32)
    s[b].compute_at(s[c], yo)
    inner = s[b].fuse(*s[b].op.axis)
    bounds = ask.InferBound(s.normalize())
    assert isinstance(bounds, tvm.container.Map)
    assert [bounds[axis].extent.value for axis in (xo, yo, xi, yi)] == [8, 2, 8, 32]
    first, second = (bounds[axis] for axis in b.op.axis)
    assert (first.extent.value, bounds[inner].min.value) == (8, 0)
    # Where a tile begins follows the loops around it.
    at = {xo.var: 3, yo.var: 1}
    starts = [tvm.tir.stmt_functor.substitute(x.min, at) for x in (first, second)]
    assert [int(tvm.arith.Analyzer().simplify(x)) for x in starts] == [24, 32]
    # The last tile of columns has 16 of them.
    extent = tvm.tir.stmt_functor.substitute(second.extent, at)
    assert int(tvm.arith.Analyzer().simplify(extent)) in (16, 32)
    assert isinstance(ask.ScheduleOps(s, bounds), tvm.tir.Stmt)


def test_a_split_larger_than_its_axis_is_clamped_in_the_bounds():
    s, _, b, c = chain(m=8)
    _, inner = s[c].split(c.op.axis[0], factor=32)
    assert ask.InferBound(s)[inner].extent.value == 8


def test_what_was_said_of_axes():
    s, _, _, c, k = gemm()
    i, j = c.op.axis
    outer, inner = s[c].split(i, factor=4)
    fused = s[c].fuse(inner, j)
    s[c].vectorize(fused)
    s[c].pragma(outer, "auto_unroll_max_step", 8)
    split, fuse = s[c].relations
    assert isinstance(split, ask.Split) and (split.parent, split.outer) == (i, outer)
    assert isinstance(fuse, ask.Fuse) and fuse.fused.same_as(fused)
    said = s[c].iter_var_attrs
    assert said[fused].iter_type == ask.IterVar.Vectorized
    assert said[outer].pragma_keys[0].value == "auto_unroll_max_step" and k not in said
    assert s[c].is_output and s[c].attach_type == 1


@pytest.mark.parametrize(
    ("how", "inlined"),
    [
        (ask.AutoInlineElemWise, {"same"}),
        (ask.AutoInlineBroadcast, {"same", "tagged"}),
        (ask.AutoInlineInjective, {"same", "tagged", "turned"}),
    ],
)
def test_what_is_inlined_by_itself(how, inlined):
    a = te.placeholder((8, 8), name="A")
    same = te.compute((8, 8), lambda i, j: a[i, j] + 1.0, name="same")
    tagged = te.compute((8, 8), lambda i, j: same[0, j], name="tagged", tag="broadcast")
    turned = te.compute((8, 8), lambda i, j: tagged[j, i], name="turned")
    out = te.compute((8, 8), lambda i, j: turned[i, j] * 2.0, name="out")
    s = te.create_schedule(out.op)
    how(s)
    assert {stage.name for stage in s.stages if stage.attach_type == 2} == inlined


def test_the_graph_of_reads():
    _, a, b, c = chain()
    graph = ask.CreateReadGraph([c.op])
    assert graph[c.op] == [b] and graph[b.op] == [a]
    assert ask.PostDFSOrder([c.op], graph) == [a.op, b.op, c.op]
