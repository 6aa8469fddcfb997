"""The stand-ins for TVM's modules: old names, and what is told of those that are gone."""

from __future__ import annotations

import re

import numpy as np
import pytest
from legacy_samples import elementwise, ran

from te_compat import te, tvm
from te_compat.calls import OldCallError


def test_names_of_te_are_in_tvm_as_well():
    assert tvm.log2 is te.log2 and tvm.placeholder is te.placeholder
    assert not hasattr(tvm, "create_timetable")


def test_a_script_of_tvm_0_6(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import topi
        import tvm
        from topi.util import get_const_tuple

        n = tvm.convert(96)
        A = tvm.placeholder((n,), name="A", dtype=tvm.float32)
        B = tvm.compute(
            A.shape,
            lambda *i: tvm.if_then_else(
                tvm.all(i[0] > 2, tvm.indexmod(i[0], 2) == 0),
                tvm.max(A(*i), tvm.const(0.5, "float32")),
                tvm.call_pure_intrin("float32", "exp", A(*i)),
            ),
            name="B",
        )
        C = topi.nn.relu(B)
        D = C / 2.0
        s = tvm.create_schedule(D.op)
        tvm.te.schedule.AutoInlineInjective(s)
        bx, tx = s[D].split(D.op.axis[0], factor=32)
        s[D].bind(bx, tvm.thread_axis("blockIdx.x"))
        s[D].bind(tx, tvm.thread_axis("threadIdx.x"))
        with tvm.build_config(auto_unroll_max_step=16):
            func = tvm.build(s, [A, D], "cuda", target_host="llvm", name="old")
        ctx = tvm.context("cuda", 0)
        values = np.random.RandomState(0).uniform(-1, 1, get_const_tuple(A.shape))
        a = tvm.nd.array(values.astype(A.dtype), ctx)
        d = tvm.nd.array(np.zeros(96, dtype=D.dtype), ctx)
        func(a, d)
        i, a = np.arange(96), a.asnumpy()
        b = np.where((i > 2) & (i % 2 == 0), np.maximum(a, 0.5), np.exp(a))
        tvm.testing.assert_allclose(d.asnumpy(), np.maximum(b, 0) / 2, rtol=1e-5)
        """,
    )


def test_names_that_objects_of_old_scripts_had():
    s, a, b, c = elementwise()
    target = tvm.target.Target("llvm -mcpu=core-avx2")
    assert target.mcpu == "core-avx2" and tvm.target.Target("llvm").mcpu == ""
    assert isinstance(target, tvm.target.Target) and not hasattr(target, "no_such")
    assert str(tvm.target.Target.from_device(tvm.cpu(0)).kind.name) == "llvm"
    lowered = tvm.lower(s, [a, c], name="doubled")
    assert str(lowered["doubled"].attrs["global_symbol"]) == "doubled"
    func = tvm.build(tvm.tir.transform.Simplify()(lowered), target="llvm")
    values = np.arange(128, dtype="float32").reshape(16, 8)
    x, y = tvm.nd.array(values), tvm.nd.empty((16, 8))
    func.entry_func(x, y)
    np.testing.assert_array_equal(y, 2 * values + 2)
    assert y[1, 2] == 22 and x.ctx == x.device == tvm.cpu(0)
    equal = tvm.tir.analysis.expr_deep_equal
    assert equal(a[0, 1] + 1.0, a[0, 1] + 1.0) and not equal(a[0, 1] + 1.0, a[0, 1] + 2.0)
    assert tvm.tir.analysis.verify_gpu_code(lowered["doubled"], {"max_threads_per_block": 1})
    assert int(tvm.arith.Analyzer().simplify(tvm.expr.Select(True, 1, 2) + 1)) == 2


ABSENT = {
    "NDArray.handle": lambda s, c: tvm.nd.empty((2,)).handle,
    "Built.no_such": lambda s, c: tvm.build(s, [c.op.input_tensors[0], c], "llvm").no_such,
    "Stage.no_such": lambda s, c: s[c].no_such,
    "Schedule.no_such": lambda s, c: s.no_such,
    "Target.no_such": lambda s, c: tvm.target.Target("llvm").no_such,
    "tvm.tir.transform.no_such": lambda s, c: tvm.tir.transform.no_such,
    "tvm.tir.stmt_functor.no_such": lambda s, c: tvm.tir.stmt_functor.no_such,
}


@pytest.mark.parametrize("name", ABSENT)
def test_a_name_that_an_object_has_no_more_is_refused_with_its_line(name):
    a = te.placeholder((8,), name="A")
    c = te.compute((8,), lambda i: a[i] + 1.0, name="C")
    s = te.create_schedule(c.op)
    with pytest.raises(OldCallError, match=rf"{re.escape(__file__)}:\d+: {re.escape(name)}: "):
        ABSENT[name](s, c)
    assert not hasattr(s, "no_such") and getattr(s[c], "no_such", None) is None


GONE = {
    "topi.x86.schedule_injective": "topi.cuda and topi.generic have some",
    "topi.mali.schedule_dense": "TOPI's schedules for this target",
    "ir_pass.MakeAPI": "use tvm.build",
    "te.schedule.ScheduleSomehow": "te_compat does not provide it; leave it out",
}


@pytest.mark.parametrize("name", GONE)
def test_what_is_gone_says_what_there_is(name):
    found = tvm
    with pytest.raises(OldCallError, match=re.escape(GONE[name])):
        for part in name.split("."):
            found = getattr(found, part)
    with pytest.raises(OldCallError, match="no intrinsic tirx.no_such"):
        tvm.call_pure_intrin("float32", "no_such", 1.0)


def test_topi_computations_are_scheduled_by_default():
    a = te.placeholder((8, 16), name="A")
    b = tvm.topi.nn.softmax(a)
    s = te.create_schedule(b.op)
    values = np.random.default_rng(0).uniform(-1, 1, (8, 16)).astype("float32")
    got = tvm.nd.empty((8, 16))
    tvm.build(tvm.lower(s, [a, b]), target="llvm")(tvm.nd.array(values), got)
    powers = np.exp(values)
    np.testing.assert_allclose(got.numpy(), powers / powers.sum(1, keepdims=True), rtol=1e-5)
