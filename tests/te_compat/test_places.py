"""Where stages are computed, in which memory; what cannot be there names the call behind it."""

from __future__ import annotations

import re

import numpy as np
import pytest
import tvm_ffi
from legacy_samples import at_a_tile, elementwise, fused, gemm, ran, tir, windows

from te_compat import te, tvm
from te_compat.calls import OldCallError
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


def summed_by_threads(s, b, c):
    s[c].parallel(at_a_tile(s, b, c))


def shared_between_threads(s, b, c):
    at_a_tile(s, b, c)
    s[b].bind(s[b].leaf_iter_vars[0], te.thread_axis("threadIdx.x"))


def padded(s, b, c):
    at_a_tile(s, b, c)
    s[b].storage_align(b.op.axis[0], 8, 1)


def made_ahead(s, b, c):
    at_a_tile(s, b, c)
    s[b].double_buffer()


MOVED = {
    summed_by_threads: ("compute_at", "several threads along i.outer"),
    shared_between_threads: ("bind", "threads of a kernel cannot exchange"),
    padded: ("storage_align", "the caller allocates"),
    made_ahead: ("double_buffer", "the caller allocates"),
}


@pytest.mark.parametrize("make", MOVED, ids=lambda make: make.__name__)
def test_what_an_argument_computed_inside_its_reader_cannot_have(make):
    method, reason = MOVED[make]
    s, a, b, c = windows(total=True)
    make(s, b, c)
    with pytest.raises(OldCallError, match=f": {method}: B is an argument .*{reason}"):
        tvm.lower(s, [a, b, c])
    # An intermediate may have them all.
    if make is not shared_between_threads:
        tvm.lower(s, [a, c])


def thread_in_registers(s, a, b, c):
    s[b].set_scope("local")
    s[b].bind(b.op.axis[0], te.thread_axis("threadIdx.x"))


def predicate_on_data(s, a, b, c):
    tx = te.thread_axis("threadIdx.x")
    s[c].bind(c.op.axis[1], tx)
    s[c].set_store_predicate(tx.var.equal(0))


def five_vthreads(s, a, b, c):
    axis = c.op.axis[0]
    for _ in range(5):
        outer, axis = s[c].split(axis, factor=2)
        s[c].bind(outer, te.thread_axis("vthread"))


def doubled_at_the_root(s, a, b, c):
    s[b].double_buffer()


def doubled_from_the_same_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    s[b].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], c.op.axis[0])
    s[b].double_buffer()


def fused_away(s, a, b, c):
    s[b].compute_at(s[c], c.op.axis[0])
    fused(s[c])


def two_extents(s, a, b, c):
    for stage, factor in ((c, 8), (b, 4)):
        _, inner = s[stage].split(stage.op.axis[1], factor=factor)
        s[stage].bind(inner, te.thread_axis("threadIdx.x"))
    s[b].compute_at(s[c], c.op.axis[0])


def barrier_in_an_uneven_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    outer, _ = s[c].split(fused(s[c]), factor=3)
    s[c].bind(outer, te.thread_axis("threadIdx.x"))
    s[b].compute_at(s[c], outer)
    s[copy].compute_at(s[b], b.op.axis[0])


AT_LOWER = {
    barrier_in_an_uneven_loop: (
        "compute_at",
        "some threads may not reach the barriers of A.shared",
    ),
    two_extents: ("bind", "has the extent 4, but threadIdx.x has 8 in C"),
    thread_in_registers: ("bind", "registers"),
    predicate_on_data: ("set_store_predicate", "only one thread's"),
    five_vthreads: ("bind", "fifth"),
    doubled_at_the_root: ("double_buffer", "not computed in a loop"),
    doubled_from_the_same_loop: ("double_buffer", "iteration ahead"),
    fused_away: ("compute_at", "fused afterwards"),
}


@pytest.mark.parametrize("make", AT_LOWER, ids=lambda make: make.__name__)
def test_a_mistake_found_at_lower_names_the_call_that_caused_it(make):
    method, reason = AT_LOWER[make]
    s, a, b, c = elementwise()
    make(s, a, b, c)
    with pytest.raises(OldCallError, match=reason) as refused:
        tvm.lower(s, [a, c])
    assert re.match(rf"{re.escape(__file__)}:\d+: {method}: ", str(refused.value))


def test_a_reduction_over_threads_lies_in_shared_memory_which_is_said(tmp_path, capsys):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from tvm import te

        A = te.placeholder((8, 48), name="A")
        k = te.reduce_axis((0, 48), name="k")
        B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name="B")
        C = te.compute((8, 48), lambda i, j: A[i, j] * B[i], name="C")
        s = te.create_schedule(C.op)
        tx = te.thread_axis("threadIdx.x")
        row, column = C.op.axis
        _, inner = s[C].split(column, factor=16)
        by, ty = s[C].split(row, factor=4)
        s[C].bind(by, te.thread_axis("blockIdx.x"))
        s[C].bind(ty, te.thread_axis("threadIdx.y"))
        s[C].bind(inner, tx)
        _, part = s[B].split(k, factor=16)
        s[B].bind(part, tx)
        s[B].compute_at(s[C], ty)
        func = tvm.build(s, [A, C], "cuda")
        a = np.random.rand(8, 48).astype("float32")
        c = tvm.nd.empty((8, 48))
        func(tvm.nd.array(a), c)
        np.testing.assert_allclose(c.numpy(), a * a.sum(1, keepdims=True), rtol=1e-5)
        """,
    )
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and "compute_at: B is reduced by several threads" in said[0]


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
