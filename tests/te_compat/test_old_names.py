"""Options of passes, a script's own passes, saved schedules, C functions, messages of long runs."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from legacy_samples import at_a_tile, elementwise, ran, windows

from te_compat import calls, te, tvm
from te_compat.calls import OldCallError


def test_options_of_passes_count_where_the_script_builds():
    s, a, b, c = elementwise()

    def loops(**config):
        with tvm.transform.PassContext(config=config):
            func = tvm.build(s, [a, c], "llvm")
        return func.get_source().count("br i1")

    unroll = {"auto_max_step": 1024, "explicit_unroll": True, "auto_max_depth": 8}
    assert loops(**{"tir.UnrollLoop": unroll}) != loops()


def vectorized(in_order: bool):
    """A pass that splits a loop by 8 and vectorizes the inner one."""
    done = []

    def by_8(node):
        extent = getattr(node.extent, "value", 0)
        if extent % 8 or extent == 8 or done:
            return None
        done.append(node)
        lo, li = te.var(node.loop_var.name + ".outer"), te.var(node.loop_var.name + ".inner")
        body = tvm.tir.stmt_functor.substitute(node.body, {node.loop_var: lo * 8 + li})
        body = tvm.tir.For(li, 0, 8, tvm.tir.ForKind.VECTORIZED, body)
        return tvm.tir.For(lo, 0, extent // 8, tvm.tir.ForKind.SERIAL, body)

    @tvm.tir.transform.prim_func_pass(opt_level=0)
    def apply(func, mod, ctx):
        before, after = (by_8, None) if in_order else (None, by_8)
        transform = tvm.tir.stmt_functor.ir_transform
        return func.with_body(transform(func.body, before, after, ["tir.For"]))

    return apply


@pytest.mark.parametrize("in_order", [True, False])
def test_the_scripts_own_passes_run_in_the_order_of_their_phases(in_order):
    a = te.placeholder((128,), name="a")
    b = te.compute((128,), lambda i: a[i] + 1.0, name="b")
    s, seen = te.create_schedule(b.op), []
    passes = [(phase, lambda mod, phase=phase: seen.append(phase) or mod) for phase in (3, 0)]
    config = {"tir.add_lower_pass": [*passes, (1, vectorized(in_order))]}
    with tvm.transform.PassContext(config=config):
        build = tvm.build(s, [a, b], "llvm")
    assert "T.vectorized(8)" in build.mod.script() and seen == [0, 3]
    assert "vectorized" not in str(tvm.lower(s, [a, b]))
    x, y = np.arange(128, dtype="float32"), tvm.nd.empty((128,))
    build(tvm.nd.array(x), y)
    np.testing.assert_array_equal(y.numpy(), x + 1)


THROUGH = {
    "pickle": lambda s: pickle.loads(pickle.dumps(s)),
    "json": lambda s: tvm.ir.load_json(tvm.ir.save_json(s)),
}


@pytest.mark.parametrize("through", THROUGH)
def test_a_loaded_schedule_is_the_same(through):
    s, a, b, c = windows()
    at_a_tile(s, b, c)
    s.cache_read(a, "local", [b])
    loaded = THROUGH[through](s)
    assert isinstance(loaded, te.schedule.Schedule)
    inputs = [stage.op for stage in loaded.stages if stage.name == "A"]
    args = [op.output(0) for op in (*inputs, *loaded.outputs)]
    assert tvm.ir.structural_equal(tvm.lower(loaded, args), tvm.lower(s, [a, c]))
    # Later calls continue from its state.
    out = loaded.outputs[0]
    loaded[out].unroll(loaded[out].leaf_iter_vars[-1])
    assert "T.unroll" in str(tvm.lower(loaded, args).script())
    assert int(tvm.ir.load_json(tvm.ir.save_json(tvm.tir.const(3, "int32")))) == 3


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

        code = 'extern "C" int te_compat_third(float* to, float* a) { *to = *a / 3; return 0; }'
        A = te.placeholder((6,), name="A")
        B = te.extern((6,), [A], lambda ins, outs: tvm.tir.call_extern(
            "int32", "te_compat_third", outs[0].access_ptr("w"), ins[0].access_ptr("r")), name="B")
        C = te.compute((6,), lambda i: B[0] + A[i], name="C")
        s = te.create_schedule(C.op)
        s[C].pragma(C.op.axis[0], "import_llvm", clang.create_llvm(code))
        f = tvm.build(s, [A, C], "llvm")
        a, c = np.arange(3, 9, dtype="float32"), tvm.nd.empty((6,))
        f(tvm.nd.array(a), c)
        np.testing.assert_allclose(c.asnumpy(), a + 1)
        """
    ran(tmp_path, text)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(OldCallError, match="script.py:.*create_llvm"):
        ran(tmp_path, text)
