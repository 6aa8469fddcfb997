"""Where stages are computed, in which memory."""

from __future__ import annotations

import re

import numpy as np
import pytest
import tvm_ffi
from legacy_samples import gemm, tir

from te_compat import te, tvm
from te_compat.session import new_session


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


@pytest.mark.parametrize("reader", ["output", "shared"])
def test_registers_that_each_thread_fills_for_itself(reader):
    """The stage shares itself out among the threads that read it: each makes what it reads."""
    a = te.placeholder((4, 96), name="A")
    b = te.compute((4, 96), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((4, 96), lambda i, j: b[i, j] * 2.0, name="C")
    between = c if reader == "shared" else b
    d = te.compute((4, 96), lambda i, j: between[i, j] - 3.0, name="D")
    s = te.create_schedule(d.op)
    tx = te.thread_axis("threadIdx.x")
    s[d].bind(d.op.axis[0], te.thread_axis("blockIdx.x"))
    _, lane = s[d].split(d.op.axis[1], factor=32)
    s[d].bind(lane, tx)
    if reader == "shared":
        s[c].set_scope("shared")
        s[c].compute_at(s[d], d.op.axis[0])
        _, lane = s[c].split(c.op.axis[1], factor=32)
        s[c].bind(lane, tx)
    s[b].set_scope("local")
    s[b].compute_at(s[d], s[d].op.axis[0])
    _, own = s[b].split(s[b].op.axis[1], factor=32)
    s[b].bind(own, tx)
    values = np.arange(384, dtype="float32").reshape(4, 96)
    with new_session(on_cpu=True):
        got = tvm.nd.empty((4, 96))
        func = tvm.build(s, [a, d], "cuda")
        func(tvm.nd.array(values), got)
    np.testing.assert_array_equal(got.numpy(), (values + 1) * (1 + (reader == "shared")) - 3)
    # One register of each thread, where the whole of B would have had 96.
    assert "B_local_ptr[1]" in func.get_source()
