"""Intrinsics in place of loops."""

from __future__ import annotations

import numpy as np
import pytest
from legacy_samples import EXAMPLES, run_on_cpu

from schedules.legacy import te, tvm
from schedules.legacy.calls import OldCallError
from schedules.legacy.script import run_script


def test_an_intrinsic_without_strides_is_refused_on_rows_that_lie_apart():
    x = te.placeholder((4, 4), name="x")
    z = te.compute((4, 4), lambda i, j: x[i, j], name="z")
    intrinsic = te.decl_tensor_intrin(
        z.op,
        lambda ins, outs: tvm.tir.call_extern(
            "int32", "copy", outs[0].access_ptr("w"), ins[0].access_ptr("r")
        ),
    )
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j], name="B")
    s = te.create_schedule(b.op)
    *_, inner, _ = s[b].tile(*b.op.axis, 4, 4)
    s[b].tensorize(inner, intrinsic)
    with pytest.raises(OldCallError, match="has no strides"):
        tvm.lower(s, [a, b])
    with pytest.raises(OldCallError, match="called inside te.compute"):
        te.compute((4,), lambda i: intrinsic(a[i, 0:4]), name="inside")


@pytest.mark.parametrize("im2col", [False, True])
def test_a_tensorized_copy_at_the_sum_of_two_loops(im2col):
    x = te.placeholder((8,), name="x")
    z = te.compute((8,), lambda i: x[i], name="z")

    def copy(ins, outs):
        ib = tvm.tir.ir_builder.create()
        source, target = map(ib.buffer_ptr, (ins[0], outs[0]))
        with ib.for_range(0, 8) as i:
            target[i] = source[i]
        return ib.get()

    a = te.placeholder((9, 8), name="A")
    r = te.reduce_axis((0, 4), name="k")
    columns = te.compute((6, 4, 8), lambda i, k, j: a[i + k, j], name="columns")
    read = (lambda i, k, j: columns[i, k, j]) if im2col else (lambda i, k, j: a[i + k, j])
    b = te.compute((6, 8), lambda i, j: te.sum(read(i, r, j), axis=r), name="B")
    s = te.create_schedule(b.op)
    if im2col:
        s[columns].compute_inline()
    row = s.cache_read(columns if im2col else a, "global", [b])
    s[b].reorder(b.op.axis[0], r, b.op.axis[1])
    s[row].compute_at(s[b], r)
    s[row].tensorize(row.op.axis[-1], te.decl_tensor_intrin(z.op, copy))
    values = np.arange(72, dtype="float32").reshape(9, 8)
    if im2col:
        (got,) = run_on_cpu(s, [a, b], values)
        np.testing.assert_array_equal(got, sum(values[k : k + 6] for k in range(4)))
    else:
        with pytest.raises(OldCallError, match=r"tensorize: .* lies at a sum of two loops"):
            tvm.lower(s, [a, b])
        s[row].set_scope("local")
        with pytest.raises(OldCallError, match=r"tensorize: .* declare it with scope='local'"):
            tvm.lower(s, [a, b])


def test_a_tile_that_does_not_divide_is_refused_to_an_intrinsic():
    with pytest.raises(OldCallError, match=r"dense_dp4a.py:78: tensorize: the tiles of C.local"):
        run_script(EXAMPLES / "dense_dp4a.py", ["20", "24", "32"], on_cpu=True)
