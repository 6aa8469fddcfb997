"""Intrinsics called inside te.compute: the stage is tensorized, and computes what they compute."""

from __future__ import annotations

import pytest
from legacy_samples import ran

from te_compat import te, tvm
from te_compat.calls import OldCallError

SCRIPT = """
import numpy as np
import tvm
from tvm import te


def add(n, scope):
    x, y = (te.placeholder((n,), name=name) for name in "xy")
    z = te.compute((n,), lambda i: x[i] + y[i], name="z")
    bound = {
        t: tvm.tir.decl_buffer(t.shape, t.dtype, scope=scope, offset_factor=1) for t in (x, y, z)
    }

    def statements(ins, outs):
        ib = tvm.tir.ir_builder.create()
        with ib.for_range(0, n, name="l") as l:
            ib.emit(outs[0].vstore([l], ins[0].vload([l]) + ins[1].vload([l])))
        return ib.get()

    return te.decl_tensor_intrin(z.op, statements, name="add", binds=bound)


A, B = (te.placeholder((6, 16), name=name) for name in "AB")
more = te.compute((6, 16), lambda i, j: B[i, j] + 5, name="more")
called = add(16, "local")
C = te.compute((6, 16), lambda i: called(A[i, 0:16], more[i, 0:16]), name="C")
s = te.create_schedule(C.op)
AL, CL = s.cache_read(A, "local", C), s.cache_write(C, "local")
outer, inner = s[C].split(C.op.axis[0], factor=4)
s[CL].compute_at(s[C], inner)
s[AL].compute_at(s[CL], CL.op.axis[0])
s[more].set_scope("local")
s[more].compute_at(s[C], outer)
assert s[CL].iter_var_attrs[CL.op.axis[1]].tensor_intrin is called
f = tvm.build(s, [A, B, C], "llvm")
a, b = (np.random.rand(6, 16).astype("float32") for _ in range(2))
c = tvm.nd.empty((6, 16))
f(tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_allclose(c.numpy(), a + b + 5, rtol=1e-6)
"""


def test_a_sum_of_rows_runs_by_the_intrinsic(tmp_path):
    ran(tmp_path, SCRIPT)


def gemv(m, n):
    w, x = te.placeholder((m, n), name="w"), te.placeholder((n,), name="x")
    k = te.reduce_axis((0, n), name="k")
    z = te.compute((m,), lambda i: te.sum(w[i, k] * x[k], axis=k), name="z")
    strides = [te.var("ldw"), 1]
    rows = tvm.tir.decl_buffer(w.shape, w.dtype, name="W", offset_factor=1, strides=strides)

    def statements(ins, outs):
        out = outs[0].access_ptr("w")
        given = [one.access_ptr("r") for one in ins]
        return tuple(
            tvm.tir.call_packed(name, *given, out) for name in ("whole", "reset", "update")
        )

    return te.decl_tensor_intrin(z.op, statements, name="gemv", binds={w: rows})


def test_a_reduction_goes_on_around_it():
    a, b = te.placeholder((4, 3, 8, 8), name="A"), te.placeholder((5, 3, 8), name="B")
    k = te.reduce_axis((0, 3), name="k")
    intrin = gemv(8, 8)
    c = te.compute(
        (4, 5, 8), lambda i, j: intrin(a[i, k, 0:8, 0:8], b[j, k, 0:8], reduce_axis=k), name="C"
    )
    s = te.create_schedule(c.op)
    outer, _ = s[c].split(c.op.axis[0], factor=2)
    s[c].reorder(c.op.axis[1], outer)
    mod = tvm.lower(s, [a, b, c])
    assert '"update"' in mod.script() and '"reset"' in mod.script()
    # A script's own tensorize changes nothing.
    s[c].tensorize(c.op.axis[2], gemv(4, 4))
    assert tvm.lower(s, [a, b, c]).script() == mod.script()


def test_parts_that_do_not_fit_are_refused_where_they_are_given():
    a, b = te.placeholder((6, 16), name="A"), te.placeholder((16,), name="B")
    intrin = gemv(8, 16)
    with pytest.raises(OldCallError, match="gemv gives 8 elements.*have 4"):
        te.compute((3, 4), lambda i: intrin(a[0:8, 0:16], b[0:16]))
    with pytest.raises(OldCallError, match="gemv takes 2 dimensions, and the part of A.* has 1"):
        te.compute((3, 8), lambda i: intrin(a[i, 0:16], b[0:16]))
    with pytest.raises(
        OldCallError, match="gemv: an argument is not a slice of a tensor; write one as"
    ):
        te.compute((3, 8), lambda i: intrin(a[0:8, 0:16], i))
