"""Loops of stages as primitives."""

from __future__ import annotations

import re

from legacy_samples import gemm, tir

from te_compat import te, tvm


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


def test_storage_align_changes_the_stride_of_the_shared_tile():
    s, a, b, c, _ = gemm()
    copy = s.cache_read(a, "shared", [c])
    rows, _ = s[c].split(c.op.axis[0], factor=8)
    s[c].bind(rows, te.thread_axis("blockIdx.x"))
    s[c].bind(c.op.axis[1], te.thread_axis("threadIdx.x"))
    s[copy].compute_at(s[c], rows)
    s[copy].storage_align(copy.op.axis[0], 32, 1)
    assert "buffer_dim_align" in tir(s, a, b, c)
    # A row of the tile has 16 elements and lies 33 after the one before: 1 more than 32.
    source = tvm.build(s, [a, b, c], "cuda").get_source()
    assert re.search(r"A_shared_ptr\[\(\(\w+ \* 33\)", source)
