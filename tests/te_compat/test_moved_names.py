"""Names that lie elsewhere today: functions that kernels call, and options of passes."""

from __future__ import annotations

import pytest
from legacy_samples import elementwise, ran

from te_compat import tvm
from te_compat.calls import OldCallError


def test_python_functions_that_a_kernel_calls(tmp_path):
    text = """
        import numpy as np
        import tvm
        from tvm import te

        @tvm.register_func("legacy.test.times")
        def times(x, factor, y):
            tvm.nd.array(x.asnumpy() * factor).copyto(y)

        A, factor = te.placeholder((6,), name="A"), te.var("factor", "float32")
        B = te.extern(
            A.shape,
            [A],
            lambda ins, outs: tvm.tir.call_packed("legacy.test.times", ins[0], factor, outs[0]),
            name="B",
        )
        C = te.compute(B.shape, lambda i: B[i] + factor, name="C")
        assert B.dtype == "float32"
        s = te.create_schedule(C.op)
        func = tvm.build(s, [A, factor, C], "llvm")
        a, c = tvm.nd.array(np.arange(6, dtype="float32")), tvm.nd.empty((6,))
        func(a, 3.0, c)
        np.testing.assert_array_equal(c.numpy(), a.numpy() * 3 + 3)
        """
    ran(tmp_path, text)
    ran(tmp_path, text)  # registered again
    with pytest.raises(OldCallError, match="register_func: .*its own function"):
        tvm.register_func("ffi.Array", print)


def test_options_of_passes_count_where_the_script_builds():
    s, a, b, c = elementwise()

    def loops(**config):
        with tvm.transform.PassContext(config=config):
            func = tvm.build(s, [a, c], "llvm")
        return func.get_source().count("br i1")

    unroll = {"auto_max_step": 1024, "explicit_unroll": True, "auto_max_depth": 8}
    assert loops(**{"tir.UnrollLoop": unroll}) != loops()
    with pytest.raises(OldCallError, match="PassContext: .*no_such_pass.* has no effect"):
        loops(**{"tir.no_such_pass": []})
    with pytest.raises(OldCallError, match="build_config: .*add_lower_pass.* has no effect"):
        tvm.build_config(add_lower_pass=[])


def test_cblas_is_numpys(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from tvm import te
        from tvm.contrib import cblas

        assert tvm.get_global_func("tvm.contrib.cblas.matmul", allow_missing=True)
        A, B = te.placeholder((5, 7), name="A"), te.placeholder((6, 7), name="B")
        C = cblas.matmul(A, B, transb=True)
        D = te.compute(C.shape, lambda i, j: C[i, j] + 1.0, name="D")
        f = tvm.build(te.create_schedule(D.op), [A, B, D], "llvm")
        a, b = (np.random.rand(rows, 7).astype("float32") for rows in (5, 6))
        d = tvm.nd.empty((5, 6))
        f(tvm.nd.array(a), tvm.nd.array(b), d)
        np.testing.assert_allclose(d.numpy(), a @ b.T + 1, rtol=1e-5)
        """,
    )
