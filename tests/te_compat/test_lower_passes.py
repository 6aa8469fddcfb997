"""A script's own passes: `ir_transform`, and `tir.add_lower_pass` of a PassContext."""

from __future__ import annotations

import numpy as np
import pytest

from te_compat import te, tvm
from te_compat.session import new_session


def scheduled():
    a = te.placeholder((128,), name="a")
    b = te.compute((128,), lambda i: a[i] + 1.0, name="b")
    return te.create_schedule(b.op), [a, b]


def vectorized(in_order: bool):
    """A pass that splits loops by 8 and vectorizes the inner one."""
    done = []

    def by_8(node):
        extent = getattr(node.extent, "value", 0)
        if extent % 8 or extent == 8 or done:
            return None
        done.append(node)
        name = node.loop_var.name
        lo, li = te.var(name + ".outer"), te.var(name + ".inner")
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
def test_a_pass_is_applied_to_what_is_lowered_and_built(in_order):
    s, args = scheduled()
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(1, vectorized(in_order))]}):
        assert "T.vectorized(8)" in str(tvm.lower(s, args))
    with tvm.transform.PassContext(config={"tir.add_lower_pass": [(1, vectorized(in_order))]}):
        build = tvm.build(s, args, "llvm")
    assert "T.vectorized(8)" in build.mod.script()
    assert "vectorized" not in str(tvm.lower(s, args))
    a, b = np.arange(128, dtype="float32"), tvm.nd.empty((128,))
    build(tvm.nd.array(a), b)
    np.testing.assert_array_equal(b.numpy(), a + 1)


def test_passes_run_in_the_order_of_their_phases():
    s, args = scheduled()
    seen = []
    passes = [(phase, lambda mod, phase=phase: seen.append(phase) or mod) for phase in (3, 0, 1)]
    with tvm.transform.PassContext(config={"tir.add_lower_pass": passes}):
        tvm.lower(s, args)
    assert seen == [0, 1, 3]


def test_explore_and_migrate_say_that_they_leave_them_out(capsys):
    s, args = scheduled()
    with (
        new_session(only_lower=True),
        tvm.transform.PassContext(config={"tir.add_lower_pass": [(1, vectorized(True))]}),
    ):
        tvm.lower(s, args)
    assert "the script's own passes are skipped in its schedules" in capsys.readouterr().err
