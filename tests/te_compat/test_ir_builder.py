"""Kernels that a script builds by itself, and stages inside vectorized loops."""

from __future__ import annotations

import pytest
from legacy_samples import ran

from te_compat import tvm
from te_compat.calls import OldCallError


def test_an_extern_kernel_that_launches_its_own_threads(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np, tvm
        from tvm import te
        def kernel(ins, outs):
            ib = tvm.tir.ir_builder.create()
            a, b = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
            bx, tx = te.thread_axis("blockIdx.x"), te.thread_axis("threadIdx.x")
            ib.scope_attr(bx, "thread_extent", 4)
            ib.scope_attr(tx, "thread_extent", 16)
            at = bx * 16 + tx
            with ib.if_scope(at < 60):
                b[at] = a[at] * 2.0
            return ib.get()
        A = te.placeholder((60,), name="A")
        B = te.extern((60,), [A], kernel, name="B", dtype="float32")
        s = te.create_schedule(B.op)
        f = tvm.build(s, [A, B], "cuda")
        assert "blockIdx.x" in f.imported_modules[0].get_source()
        a, b = np.arange(60, dtype="float32"), tvm.nd.empty((60,))
        f(tvm.nd.array(a), b)
        np.testing.assert_array_equal(b.asnumpy(), a * 2)
        """,
    )


def test_a_tensorized_copy_that_has_its_own_threads(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np, tvm
        from tvm import te

        x = te.placeholder((4, 32), name="x")
        y = te.compute((4, 32), lambda *i: x(*i), name="y")
        rows = dict(shape=(4, 32), dtype="float32", strides=[32, 1], offset_factor=1)
        of = {x: tvm.tir.decl_buffer(**rows), y: tvm.tir.decl_buffer(**rows, scope="shared")}
        def copy(ins, outs):
            ib = tvm.tir.ir_builder.create()
            tx = te.thread_axis("threadIdx.x")
            ib.scope_attr(tx, "thread_extent", 32)
            for row in range(4):
                ib.emit(outs[0].vstore([row, tx], ins[0].vload([row, tx], "float32")))
            return ib.get()
        A = te.placeholder((16, 32), name="A")
        B = te.compute((16, 32), lambda *i: A(*i) + 1.0, name="B")
        s = te.create_schedule(B.op)
        AS = s.cache_read(A, "shared", [B])
        outer, _ = s[B].split(B.op.axis[0], factor=4)
        s[B].bind(outer, te.thread_axis("blockIdx.x"))
        s[B].bind(B.op.axis[1], te.thread_axis("threadIdx.x"))
        s[AS].compute_at(s[B], outer)
        s[AS].tensorize(AS.op.axis[0], te.decl_tensor_intrin(y.op, copy, binds=of))
        f = tvm.build(s, [A, B], "cuda")
        assert "__shared__" in f.imported_modules[0].get_source()
        a, b = np.random.rand(16, 32).astype("float32"), tvm.nd.empty((16, 32))
        f(tvm.nd.array(a), b)
        np.testing.assert_array_equal(b.asnumpy(), a + 1)
        assert str(b) == str(b.asnumpy())
        """,
    )


def test_a_sum_inside_a_vectorized_loop_and_a_cache_of_one_of_two_outputs(tmp_path, capsys):
    ran(
        tmp_path,
        """
        import numpy as np, tvm
        from tvm import te
        A = te.placeholder((8, 32, 4), name="A")
        k = te.reduce_axis((0, 4), name="k")
        P = te.compute((8, 32), lambda i, j: te.max(A[i, j, k], axis=k), name="P")
        B = te.compute((8, 32), lambda i, j: P[i, j] * 2.0, name="B")
        s = te.create_schedule(B.op)
        jo, ji = s[B].split(B.op.axis[1], factor=8)
        s[B].vectorize(ji)
        s[P].compute_at(s[B], ji)
        f = tvm.build(s, [A, B], "llvm")
        a, b = np.random.rand(8, 32, 4).astype("float32"), tvm.nd.empty((8, 32))
        f(tvm.nd.array(a), b)
        np.testing.assert_allclose(b.numpy(), 2 * a.max(-1), rtol=1e-6)
        X = te.placeholder((6, 8), name="X")
        Y, Z = te.compute((6, 8), lambda i, j: (X[i, j] + 1.0, X[i, j] * 3.0), name="Y")
        s = te.create_schedule(Y.op)
        L = s.cache_write(Z, "local")
        s[L].compute_at(s[Y], Y.op.axis[0])
        f = tvm.build(s, [X, Y, Z], "llvm")
        x = np.random.rand(6, 8).astype("float32")
        y, z = tvm.nd.empty((6, 8)), tvm.nd.empty((6, 8))
        f(tvm.nd.array(x), y, z)
        np.testing.assert_allclose(y.numpy(), x + 1, rtol=1e-6)
        np.testing.assert_allclose(z.numpy(), 3 * x, rtol=1e-6)
        """,
    )
    assert "vectorize: P is computed inside j.inner" in capsys.readouterr().err


def test_a_library_of_a_kernel_that_runs_on_the_cpu(tmp_path):
    ran(
        tmp_path,
        """
        import os
        import numpy as np
        import tvm
        from tvm import te
        from tvm.contrib import util

        A = te.placeholder((64,), name="A")
        B = te.compute((64,), lambda i: A[i] * 2.0, name="B")
        s = te.create_schedule(B.op)
        s[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
        folder = util.tempdir()
        path = folder.relpath("kernel.so")
        tvm.build(s, [A, B], "cuda", name="twice").export_library(path)
        a, b = np.arange(64, dtype="float32"), tvm.nd.empty((64,))
        tvm.module.load(path)["twice"](tvm.nd.array(a), b)
        np.testing.assert_array_equal(b.asnumpy(), a * 2)
        """,
    )


def test_what_was_lowered_with_variables_takes_the_extents_of_the_arrays(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm

        n = tvm.var("n")
        A = tvm.placeholder((n,), name="A")
        B = tvm.compute((n,), lambda i: A[i] * 3.0, name="B")
        lowered = tvm.lower(tvm.create_schedule(B.op), [A, B], name="times")
        times = tvm.build(lowered, target="llvm")
        for size in (5, 12):
            a, b = np.arange(size, dtype="float32"), tvm.nd.empty((size,))
            times(tvm.nd.array(a), b)
            np.testing.assert_array_equal(b.asnumpy(), a * 3)
        """,
    )


def test_a_reduction_marked_parallel_stays_serial(tmp_path, capsys):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from tvm import te

        A, k = te.placeholder((8, 64), name="A"), te.reduce_axis((0, 64), name="k")
        B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name="B")
        s = te.create_schedule(B.op)
        s[B].parallel(B.op.reduce_axis[0])
        a, b = np.ones((8, 64), "float32"), tvm.nd.empty((8,))
        tvm.build(s, [A, B], "llvm")(tvm.nd.array(a), b)
        np.testing.assert_array_equal(b.asnumpy(), np.full(8, 64))
        """,
    )
    assert "k is a reduction axis and stays serial" in capsys.readouterr().err


def test_attributes_that_nothing_acts_on_are_refused():
    builder = tvm.tir.ir_builder.create()
    axis = tvm.thread_axis("threadIdx.x")
    with pytest.raises(OldCallError, match="no pass of TVM 0.27 acts on coproc_scope"):
        builder.scope_attr(axis, "coproc_scope", 1)
    with pytest.raises(OldCallError, match="scope=..."):
        builder.scope_attr(axis, "storage_scope", "local")
