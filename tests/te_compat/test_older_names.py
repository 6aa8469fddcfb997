"""What scripts of TVM 0.3 to 0.7 say that later ones do not."""

from __future__ import annotations

import pytest
from legacy_samples import elementwise, ran

from te_compat import calls, te, tvm
from te_compat.calls import OldCallError
from te_compat.session import new_session


def test_topi_with_its_old_names_and_argument_lists(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import topi
        import tvm
        from topi.util import get_const_tuple, get_pad_tuple
        from topi.cuda.depthwise_conv2d import schedule_depthwise_conv2d_nchw

        assert get_pad_tuple("SAME", (3, 3)) == (1, 1, 1, 1)
        A = tvm.placeholder((1, 4, 6, 6), name="A")
        W = tvm.placeholder((2, 4, 3, 3), name="W")
        B = topi.nn.conv2d_nchw(A, W, 1, 1)
        C = topi.broadcast_add(B, B)
        with tvm.target.create("cuda"):
            s = topi.generic.schedule_conv2d_nchw([C])
        f = tvm.build(s, [A, W, C], "cuda")
        a, w = (np.random.rand(*t.shape).astype(t.dtype) for t in (A, W)) if 0 else (
            np.random.rand(1, 4, 6, 6).astype("float32"),
            np.random.rand(2, 4, 3, 3).astype("float32"),
        )
        c = tvm.nd.array(np.zeros(get_const_tuple(C.shape), "float32"), tvm.gpu(0))
        f(tvm.nd.array(a, tvm.gpu(0)), tvm.nd.array(w, tvm.gpu(0)), c)
        right = topi.testing.conv2d_nchw_python(a, w, 1, 1)
        np.testing.assert_allclose(c.asnumpy(), 2 * right, rtol=1e-4)

        D = topi.nn.depthwise_conv2d_nchw(A, tvm.placeholder((4, 1, 3, 3)), 1, 0)
        assert schedule_depthwise_conv2d_nchw(D) is not None
        P = topi.nn.pool(A, (2, 2), (2, 2), (0, 0, 0, 0), "max")
        assert get_const_tuple(P.shape) == (1, 4, 3, 3)
        named = dict(kernel=[2, 2], stride=[2, 2], padding=[0, 0, 0, 0], pool_type="max")
        assert get_const_tuple(topi.nn.pool(A, **named).shape) == (1, 4, 3, 3)
        assert get_const_tuple(topi.reshape(A, newshape=(4, 36)).shape) == (4, 36)
        assert tvm.schedule.InferBound and topi.generic.schedule_concatenate(C)
        assert get_const_tuple(topi.nn.upsampling(A, 2).shape) == (1, 4, 12, 12)
        """,
    )


def test_convolutions_of_bytes_by_their_old_names(tmp_path):
    """`conv2d_NCHWc` took kernels of bytes until 0.8; `_int8` called its strides so."""
    text = """
        import numpy as np, tvm, topi

        A = tvm.placeholder((1, 2, 6, 6, 8), dtype="uint8", name="A")
        W = tvm.placeholder((3, 2, 3, 3, 2, 8, 4), dtype="int8", name="W")
        with tvm.target.create("llvm -mcpu=skylake-avx512"):
            rest = dict(padding=1, dilation=(1, 1), layout="NCHWc", out_layout="NCHWc")
            first = topi.nn.conv2d_NCHWc(A, W, stride=2, out_dtype="int32", **rest)
            second = topi.nn.conv2d_NCHWc_int8(A, W, strides=2, out_dtype="int32", **rest)
            a = np.random.randint(0, 200, (1, 2, 6, 6, 8)).astype("uint8")
            w = np.random.randint(-99, 99, (3, 2, 3, 3, 2, 8, 4)).astype("int8")
            found = [tvm.nd.array(np.zeros((1, 3, 3, 3, 8), "int32")) for _ in "12"]
            s = topi.generic.schedule_conv2d_NCHWc([first])
            tvm.build(s, [A, W, first], "llvm")(tvm.nd.array(a), tvm.nd.array(w), found[0])
            s = topi.generic.nn.schedule_conv2d_NCHWc_int8([second])
            tvm.build(s, [A, W, second], "llvm")(tvm.nd.array(a), tvm.nd.array(w), found[1])
        pixels = np.pad(a.astype("int32").transpose(0, 1, 4, 2, 3).reshape(16, 6, 6),
                        ((0, 0), (1, 1), (1, 1)))
        rows = w.astype("int32").transpose(0, 5, 1, 4, 6, 2, 3).reshape(24, 16, 3, 3)
        for y in range(3):
            for x in range(3):
                window = pixels[:, 2 * y : 2 * y + 3, 2 * x : 2 * x + 3]
                right = (rows * window).sum((1, 2, 3)).reshape(3, 8)
                for one in found:
                    np.testing.assert_equal(one.asnumpy()[0, :, y, x], right)
    """
    ran(tmp_path, text)


def test_dp4a_of_topi(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from topi.cuda.tensor_intrin import dp4a

        A = tvm.placeholder((16, 64), "int8", name="A")
        B = tvm.placeholder((16, 64), "int8", name="B")
        k = tvm.reduce_axis((0, 64), name="k")
        C = tvm.compute((16, 16), lambda i, j: tvm.sum(
            A[i, k].astype("int32") * B[j, k].astype("int32"), axis=k))
        s = tvm.create_schedule(C.op)
        CL = s.cache_write(C, "local")
        AA, BB = (s.cache_read(t, "shared", [CL]) for t in (A, B))
        bx, tx = s[C].split(C.op.axis[0], factor=4)
        s[C].bind(bx, tvm.thread_axis("blockIdx.x"))
        s[C].bind(tx, tvm.thread_axis("threadIdx.x"))
        s[CL].compute_at(s[C], tx)
        ko, ki = s[CL].split(CL.op.reduce_axis[0], factor=4)
        s[CL].reorder(ko, *CL.op.axis, ki)
        s[CL].tensorize(ki, dp4a("shared", "shared", "local"))
        for t in (AA, BB):
            s[t].compute_at(s[C], bx)
        f = tvm.build(s, [A, B, C], "cuda")
        assert "__dp4a" in f.imported_modules[0].get_source()
        a, b = (np.random.randint(-128, 128, (16, 64)).astype("int8") for _ in "ab")
        c = tvm.nd.empty((16, 16), "int32")
        f(tvm.nd.array(a), tvm.nd.array(b), c)
        np.testing.assert_array_equal(c.asnumpy(), a.astype("int32") @ b.T.astype("int32"))
        """,
    )


def test_a_slash_between_integers_truncates_and_between_floats_does_not(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm

        A = tvm.placeholder((8,), name="A")
        B = tvm.compute((16 / 2,), lambda i: A[(i - 4) / 3 + 1] / 4.0, name="B")
        f = tvm.build(tvm.create_schedule(B.op), [A, B], "llvm")
        a, b = np.arange(8, dtype="float32"), tvm.nd.empty((8,))
        f(tvm.nd.array(a), b)
        right = np.trunc((np.arange(8) - 4) / 3).astype(int) + 1
        np.testing.assert_array_equal(b.asnumpy(), a[right] / 4)
        assert 7 / 2 == 3.5 and tvm.thread_axis((0, 8 / 2), "threadIdx.x").dom.extent == 4
        """,
    )


RULES = {
    "0.5": ('tvm.register_intrin_rule("cuda", "exp", rule, override=True)', "op.name"),
    "0.8": (
        'tvm.ir.register_intrin_lowering("tir.exp", target="cuda", f=rule, level=99)',
        "op.name",
    ),
}


@pytest.mark.parametrize("version", RULES)
def test_a_rule_for_an_intrinsic(version, tmp_path):
    statement, name = RULES[version]
    ran(
        tmp_path,
        f"""
        import numpy as np
        import tvm
        from tvm import te

        def rule(op):
            assert isinstance(op, tvm.expr.Call)
            return tvm.tir.call_pure_extern(op.dtype, "my_" + {name}, op.args[0])

        {statement}
        A = te.placeholder((64,), name="A")
        B = te.compute((64,), lambda i: te.exp(A[i]), name="B")
        s = te.create_schedule(B.op)
        s[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
        f = tvm.build(s, [A, B], "cuda")
        assert "my_exp(" in f.imported_modules[0].get_source()
        b = tvm.nd.empty((64,))
        f(tvm.nd.array(np.ones(64, "float32")), b)
        np.testing.assert_allclose(b.asnumpy(), np.full(64, np.e), rtol=1e-5)
        """,
    )


def test_an_intrinsic_of_the_scripts_own(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from tvm import te

        tvm.ir.register_op_attr("tir.mylog", "TCallEffectKind", tvm.tir.CallEffectKind.Pure)
        tvm.ir.register_intrin_lowering(
            "tir.mylog", target="default", f=lambda op: te.log(op.args[0])
        )
        A = te.placeholder((8,), name="A")
        B = te.compute((8,), lambda i: tvm.tir.call_intrin("float32", "tir.mylog", A[i]), name="B")
        f = tvm.build(te.create_schedule(B.op), [A, B], "llvm")
        a, b = np.arange(1, 9, dtype="float32"), tvm.nd.empty((8,))
        f(tvm.nd.array(a), b)
        np.testing.assert_allclose(b.asnumpy(), np.log(a), rtol=1e-5)
        """,
    )


def test_simplify_and_fmod(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm

        n = tvm.var("n")
        assert str(tvm.ir_pass.Simplify(n + 0)) == "n" and isinstance(n < 3, tvm.expr.LT)
        A = tvm.placeholder((8,), name="A")
        B = tvm.compute((8,), lambda i: tvm.make.Select(A[i] > 2.0, tvm.fmod(A[i], 3.0), A[i]))
        f = tvm.build(tvm.create_schedule(B.op), [A, B], "llvm")
        a, b = np.arange(8, dtype="float32"), tvm.nd.empty((8,))
        f(tvm.nd.array(a), b)
        np.testing.assert_allclose(b.asnumpy(), np.where(a > 2, np.fmod(a, 3), a))
        """,
    )


def test_hints_without_effect_are_left_out_and_say_so(capsys):
    s, a, b, c = elementwise()
    s[b].env_threads([te.thread_axis("threadIdx.x")])
    s[c].prefetch(a, c.op.axis[0], 1)
    s[c].set_store_predicate(te.thread_axis("threadIdx.y").var.equal(0))
    with tvm.build_config(auto_unroll_min_depth=1):
        tvm.build(s, [a, c], "llvm")
    with tvm.transform.PassContext(config={"tir.detect_global_barrier": True}):
        tvm.contrib.tedd.viz_schedule_tree(s, dot_file_path="unwritten.dot")
    said = capsys.readouterr().err
    for text in (
        "env_threads: ",
        "prefetch: ",
        "auto_unroll_min_depth: ignored",
        "no axis",
        "tir.detect_global_barrier: ignored",
        "draws nothing",
    ):
        assert text in said
    with pytest.raises(OldCallError, match="add_lower_pass"):
        tvm.build_config(add_lower_pass=[])


def test_architectures_that_cuda_no_longer_compiles_for(capsys):
    assert tvm.target.create("cuda -mcpu=sm_50").arch == "sm_75"
    assert tvm.target.create("nvptx -mcpu=sm_20").kind.name == "cuda"
    assert tvm.target.create("cuda -arch=sm_80").arch == "sm_80"
    assert "no longer compiles for sm_50; compiled for sm_75" in capsys.readouterr().err


def _library(folder) -> str:
    s, a, _b, c = elementwise()
    tvm.build(s, [a, c], "llvm").export_library(str(folder / "host.so"))
    return str(folder / "host.so")


def test_modules_and_devices_have_the_names_that_they_had(tmp_path):
    s, a, b, c = elementwise()
    assert "def main" in tvm.lower(s, [a, c]).astext()
    fused = s[c].fuse(*c.op.axis)
    s[c].bind(fused, te.thread_axis("threadIdx.x"))
    s[b].compute_inline()
    with new_session(on_cpu=True):
        built = tvm.build(s, [a, c], "cuda")
        built.imported_modules[0].save(str(tmp_path / "kernel.cu"))
        assert tvm.gpu(0).max_shared_memory_per_block == 49152
        assert tvm.gpu(0).multi_processor_count > 50
        with pytest.raises(OldCallError, match="no GPU to query"):
            _ = tvm.gpu(0).max_clock_rate
        kernels = tvm.module.load(str(tmp_path / "kernel.cu"))
        assert "__global__" in kernels.get_source()
        assert isinstance(c, tvm.tensor.Tensor)
        tvm.module.load(_library(tmp_path)).import_module(kernels)
    with pytest.raises(OldCallError, match="written by export_library"):
        tvm.module.load(_library(tmp_path)).import_module(kernels)
    assert te.var("n").dtype == "int32" and str(tvm.const(0.0).ty.dtype) == "float32"


def test_tests_of_a_script_run_without_pytest(tmp_path, capsys):
    ran(
        tmp_path,
        """
        import tvm
        import tvm.testing

        seen = []

        @tvm.testing.uses_gpu
        def test_one():
            seen.append("one")

        def test_each(target, dev):
            seen.append(target)

        def test_shapes(shape):
            seen.append(shape)

        tvm.testing.main()
        assert seen == ["one", "llvm", "cuda"], seen
        assert not tvm.context("aocl_sw_emu", 0).exist
        """,
    )
    assert "test_shapes uses pytest fixtures; skipped" in capsys.readouterr().err


def test_a_long_run_says_what_it_is_doing(capsys, monkeypatch):
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    s, a, _b, c = elementwise()
    tvm.build(s, [a, c], "llvm").get_source()
    said = capsys.readouterr().err
    assert "lowering has taken more" in said and "compiling has taken more" in said
    monkeypatch.setattr(calls, "PATIENCE", 60.0)
    tvm.lower(s, [a, c])
    assert capsys.readouterr().err == ""


def test_c_functions_without_clang(tmp_path, monkeypatch):
    monkeypatch.setattr("tvm.support.clang.find_clang", lambda required=True: [])
    text = """
        import numpy as np
        import tvm
        from tvm import te
        from tvm.contrib import clang

        OUTPUT = {output!r}
        code = 'extern "C" int te_compat_third(float* to, float* a) { *to = *a / 3; return 0; }'
        A = te.placeholder((6,), name="A")
        B = te.extern((6,), [A], lambda ins, outs: tvm.tir.call_extern(
            "int32", "te_compat_third", outs[0].access_ptr("w"), ins[0].access_ptr("r")), name="B")
        C = te.compute((6,), lambda i: B[0] + A[i], name="C")
        s = te.create_schedule(C.op)
        s[C].pragma(C.op.axis[0], "import_llvm", clang.create_llvm(code, output=OUTPUT))
        f = tvm.build(s, [A, C], "llvm")
        a, c = np.arange(3, 9, dtype="float32"), tvm.nd.empty((6,))
        f(tvm.nd.array(a), c)
        np.testing.assert_allclose(c.asnumpy(), a + 1)
        """
    text = text.replace("{output!r}", repr(str(tmp_path / "code.ll")))
    ran(tmp_path, text.replace("code.ll'", "code.ll' and None", 1))
    ran(tmp_path, text)
    assert "compiled by g++" in (tmp_path / "code.ll").read_text()
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(OldCallError, match="script.py:.*install the Debian package clang"):
        ran(tmp_path, text)


def test_names_that_numpy_removed(tmp_path):
    ran(
        tmp_path,
        """
        import numpy
        import numpy as np
        import numpy.linalg as la
        from numpy import prod, float as real
        import tvm

        a = np.ones((2, 3), dtype=np.float)
        assert np.reshape(a, newshape=(3, 2)).shape == np.reshape(a, (3, 2)).shape == (3, 2)
        assert np.product((2, 3)) == prod((2, 3)) == 6 and np.asscalar(np.array([2])) == 2
        assert np.Inf > 1e300 and numpy.int is int and real is float and la.norm(a) > 0
        assert isinstance(a, numpy.ndarray) and not hasattr(np, "no_such_name")
        """,
    )


def test_one_element_for_a_tensor_of_no_dimensions(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import topi
        import tvm

        A = tvm.placeholder((5, 11, 7), name="A")
        a = tvm.nd.array(np.random.rand(5, 11, 7).astype("float32"))
        for B, right in ((topi.ndarray_size(A, "int32"), 385), (topi.sum(A), a.asnumpy().sum())):
            for shape in ((), (1,)):
                b = tvm.nd.empty(shape, dtype=B.dtype)
                tvm.build(topi.generic.schedule_injective(B), [A, B], "llvm")(a, b)
                np.testing.assert_allclose(b.asnumpy(), np.full(shape, right), rtol=1e-4)
        """,
    )
