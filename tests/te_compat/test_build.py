"""What `tvm.lower` and `tvm.build` of an old script give."""

from __future__ import annotations

import numpy as np
import pytest
import tvm_ffi
from legacy_samples import EXAMPLES, elementwise, run_on_cpu

from schedules.core.errors import NoGpu
from schedules.core.gpu import cuda
from te_compat import te, tvm
from te_compat.script import run_script


def test_without_a_gpu_the_way_out_is_named():
    try:
        cuda()
    except NoGpu:
        with pytest.raises(NoGpu, match="--on-cpu"):
            run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])
    else:
        run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])


def test_llvm_of_ones_own_is_linked_in():
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: tvm.tir.call_pure_extern("float32", "thrice", a[i]), name="B")
    s = te.create_schedule(b.op)
    s[b].pragma(
        b.op.axis[0],
        "import_llvm",
        "define float @thrice(float %x) {\n  %y = fmul float %x, 3.0\n  ret float %y\n}\n",
    )
    (got,) = run_on_cpu(s, [a, b], np.arange(8, dtype="float32"))
    np.testing.assert_array_equal(got, 3 * np.arange(8))


def test_lower_of_the_inputs_alone_has_the_outputs_too():
    s, a, _, c = elementwise()
    assert tvm_ffi.structural_equal(tvm.lower(s, [a]), tvm.lower(s, [a, c]))


def test_a_scalar_and_a_loop_around_everything():
    a = te.placeholder((8,), name="A")
    r = te.reduce_axis((0, 8), name="k")
    b = te.compute((), lambda: te.sum(a[r], axis=r), name="B")
    c = te.compute((), lambda: b() * 2.0, name="C")
    s = te.create_schedule(c.op)
    s[b].split(r, factor=3)
    unit = s[b].fuse()
    assert unit.var.name == "singleton"
    around = s[c].fuse()
    s[b].compute_at(s[c], around)
    (got,) = run_on_cpu(s, [a, c], np.arange(8, dtype="float32"))
    assert got == 56
