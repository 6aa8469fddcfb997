"""Tiles, groups and caches of old schedules."""

from __future__ import annotations

import numpy as np
import pytest
import tvm_ffi
from legacy_samples import gemm, run_on_cpu

from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.replay import replay


def test_tile_is_two_splits_and_a_reorder():
    s, a, b, c, _ = gemm()
    s[c].tile(*c.op.axis, 8, 4)
    t, a2, b2, c2, _ = gemm()
    io, ii = t[c2].split(c2.op.axis[0], factor=8)
    jo, ji = t[c2].split(c2.op.axis[1], factor=4)
    t[c2].reorder(io, jo, ii, ji)
    assert tvm_ffi.structural_equal(tvm.lower(s, [a, b, c]), tvm.lower(t, [a2, b2, c2]))


def test_a_group_is_placed_as_its_members_would_be():
    def placed(grouped: bool):
        a = te.placeholder((32, 8), name="A")
        b = te.compute((32, 8), lambda i, j: a[i, j] + 1.0, name="B")
        c = te.compute((32, 8), lambda i, j: b[i, j] * 2.0, name="C")
        d = te.compute((32, 8), lambda i, j: c[i, j] - 3.0, name="D")
        s = te.create_schedule(d.op)
        row = d.op.axis[0]
        if grouped:
            s.create_group(outputs=c, inputs=a).compute_at(s[d], row)
        else:
            s[c].compute_at(s[d], row)
            s[b].compute_at(s[d], row)
        return tvm.lower(s, [a, d])

    assert tvm_ffi.structural_equal(placed(True), placed(False))


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
