"""What `tvm.lower` and `tvm.build` of an old script give."""

from __future__ import annotations

import re

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from legacy_samples import EXAMPLES, elementwise, gemm, run_on_cpu

from schedules.core.errors import LoweringError, NoGpu
from schedules.core.gpu import cuda
from schedules.lowering.lower import lower
from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.script import run_script


def test_without_a_gpu_the_way_out_is_named():
    try:
        cuda()
    except NoGpu:
        with pytest.raises(NoGpu, match="--on-cpu"):
            run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])
    else:
        run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])


def test_a_library_is_saved_and_read(tmp_path):
    s, a, b, c = elementwise()
    func = tvm.build(s, [a, c], "llvm", name="chain")
    path = str(tmp_path / "chain.so")
    func.export_library(path)
    values = np.ones((16, 8), "float32")
    for name in ("chain", "main"):
        got = tvm.nd.empty((16, 8))
        tvm.runtime.load_module(path)[name](tvm.nd.array(values), got)
        np.testing.assert_array_equal(got.numpy(), 4 * values)


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


def test_a_wrong_call_of_a_built_function_is_one_line():
    s, a, _, c = elementwise()
    func = tvm.build(s, [a, c], "llvm", name="chain")
    with pytest.raises(OldCallError, match=r"\.py:\d+: chain: .*expected 16") as refused:
        func(tvm.nd.empty((4, 8)), tvm.nd.empty((16, 8)))
    assert "\n" not in str(refused.value) and isinstance(refused.value, tvm.TVMError)


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


def test_shared_memory_that_would_outlive_its_kernel_is_refused():
    s, a, b, c = elementwise()
    for stage in (b, c):
        s[stage].bind(s[stage].op.axis[0], te.thread_axis("blockIdx.x"))
    s[b].set_scope("shared")
    with pytest.raises(LoweringError, match=r"\.py:\d+: build: .* ends with the kernel"):
        tvm.build(s, [a, c], "cuda")


@pytest.mark.parametrize("stand_in", ["create_prim_func", "ComputeOp"])
def test_an_error_inside_tvm_is_one_line_that_names_the_call(stand_in, monkeypatch):
    s, a, b, c = elementwise()

    def fails(*_args, **_kwargs):
        raise today.error.InternalError("Check failed: (x) is false: why\nand more\nand more")

    if stand_in == "ComputeOp":
        monkeypatch.setattr(today.te._ffi_api, stand_in, fails)
        with pytest.raises(OldCallError) as refused:
            s.cache_write(c, "local")
        method = "cache_write"
    else:
        monkeypatch.setattr(today.te, stand_in, fails)
        with pytest.raises(OldCallError) as refused:
            tvm.lower(s, [a, c])
        method = "lower"
    said = str(refused.value)
    assert re.match(
        rf"{re.escape(__file__)}:\d+: {method}: .*is false: why; change what .* in `", said
    )
    assert "\n" not in said


def test_what_llvm_code_cannot_be_made_of_names_the_build():
    s, a, b, c = elementwise()
    s[b].pragma(b.op.axis[0], "auto_unroll_max_step", "many")
    with pytest.raises(OldCallError, match=r"\.py:\d+: build: is refused: TypeError: "):
        tvm.build(s, [a, c], "llvm")(tvm.nd.empty((16, 8)), tvm.nd.empty((16, 8)))


def test_cuda_is_emitted_for_the_architecture_of_the_target():
    s, a, b, c, _ = gemm()
    s[c].bind(c.op.axis[0], te.thread_axis("blockIdx.x"))
    s[c].bind(c.op.axis[1], te.thread_axis("threadIdx.x"))
    built = tvm.build(s, [a, b, c], "cuda -arch=sm_80")
    assert "__global__" in built.imported_modules[0].get_source()
    assert lower(tvm.lower(s, [a, b, c])).launches[0].threads == 32


def test_the_folder_of_a_library_is_made(tmp_path):
    """A makefile beside the script made it."""
    s, a, _, c = elementwise()
    func = tvm.build(s, [a, c], "llvm")
    for save, name in ((func.save, "objects/chain.o"), (func.export_library, "lib/chain.so")):
        save(str(tmp_path / name))
        assert (tmp_path / name).is_file()
