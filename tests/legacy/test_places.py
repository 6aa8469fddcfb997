"""Where stages are computed, and in which memory."""

from __future__ import annotations

import re

import tvm_ffi
from legacy_samples import gemm, tir

from schedules.legacy import te, tvm


def test_default_scopes_follow_from_the_threads_around():
    a = te.placeholder((64,), name="A")
    b = te.compute((64,), lambda i: a[i] + 1.0, name="B")
    c = te.compute((64,), lambda i: b[i] * 2.0, name="C")
    found = []
    for depth in (None, 0, 1):
        s = te.create_schedule(c.op)
        bx, tx = s[c].split(c.op.axis[0], factor=16)
        s[c].bind(bx, te.thread_axis("blockIdx.x"))
        s[c].bind(tx, te.thread_axis("threadIdx.x"))
        if depth is not None:
            s[b].compute_at(s[c], (bx, tx)[depth])
        text = tir(s, a, c)
        found.append(re.search(r'alloc_buffer\(.*scope="(\w+)"', text))
    assert [match and match[1] for match in found] == [None, "shared", "local"]


def test_copies_at_one_loop_stand_in_the_order_of_the_stages():
    s, a, b, c, _ = gemm()
    aa, bb = s.cache_read(a, "shared", [c]), s.cache_read(b, "shared", [c])
    for copy in (bb, aa):
        s[copy].compute_at(s[c], c.op.axis[0])
    text = tir(s, a, b, c)
    assert text.index('"A_shared"') < text.index('"B_shared"')


def test_an_attach_axis_that_is_split_afterwards_becomes_its_inner_part():
    def attached(late: bool):
        s, a, b, c, r = gemm()
        copy = s.cache_read(a, "shared", [c])
        if late:
            s[copy].compute_at(s[c], r)
        _, inner = s[c].split(r, factor=4)
        if not late:
            s[copy].compute_at(s[c], inner)
        return tvm.lower(s, [a, b, c])

    assert tvm_ffi.structural_equal(attached(True), attached(False))
