"""A cache laid out in the order of axes that were split before."""

from __future__ import annotations

import numpy as np
from legacy_samples import gemm, run_on_cpu

from te_compat import te


def test_cache_write_after_a_split_lays_the_cache_out_in_the_new_order():
    s, a, b, c, _ = gemm(12, 8, 4)
    io, ii = s[c].split(c.op.axis[0], factor=5)
    s[c].reorder(c.op.axis[1], io, ii)
    cache = s.cache_write(c, "local")
    assert [int(extent) for extent in cache.shape] == [8, 3, 5]


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
