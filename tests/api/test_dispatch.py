"""`schedules.dispatch`: what the ladders cover is computed by their kernels, the rest is left."""

from __future__ import annotations

import numpy as np
import pytest
import tvm
from tvm import relax

import schedules
from benchmarks import dispatch as benchmark
from gpusim.errors import UserError
from schedules.api.dispatching import FASTEST
from schedules.core.files import json_text
from schedules.core.target import CUDA, THIS_CPU, Target


def module(*layers, dtype="float32", rows=(1, 8), out_dtype=""):
    """x @ w for each layer's weights, stored (K, N) as 'kn' or (N, K) as 'nk'."""
    builder = relax.BlockBuilder()
    k = layers[0][1][layers[0][0].index("k")]
    x = relax.Var("x", relax.TensorType((*rows, k), dtype))
    weights = [
        relax.Var(f"w{number}", relax.TensorType(shape, dtype))
        for number, (_, shape) in enumerate(layers)
    ]
    with builder.function("main", [x, *weights]):
        with builder.dataflow():
            value = x
            for (layout, _), weight in zip(layers, weights, strict=True):
                if layout == "nk":
                    weight = builder.emit(relax.op.permute_dims(weight))
                value = builder.emit(relax.op.matmul(value, weight, out_dtype=out_dtype or dtype))
                value = builder.emit(relax.op.nn.relu(value))
            output = builder.emit_output(value)
        builder.emit_func_output(output)
    return builder.finalize()


def run(mod, *arrays):
    machine = relax.VirtualMachine(relax.build(mod, THIS_CPU.tvm), tvm.cpu())
    return machine["main"](*map(tvm.runtime.tensor, arrays)).numpy()


def test_gemms_and_gemvs_are_computed_by_rungs_and_give_the_same():
    numbers = np.random.default_rng(0)
    layers = [("kn", (128, 256)), ("kn", (256, 128)), ("nk", (128, 128))]
    arrays = [numbers.uniform(-1, 1, shape).astype("float32") for _, shape in layers]
    x = numbers.uniform(-1, 1, (4, 32, 128)).astype("float32")
    made = schedules.dispatch(module(*layers, rows=(4, 32)), "llvm")
    assert [one.shape for one in made.replaced] == [(128, 256, 128), (128, 128, 256)]
    assert all(one.rung.startswith("gemm/sgemm_cpu:") for one in made.replaced)
    # No ladder of a CPU multiplies by weights (N, K) with more than one row.
    (left,) = made.left
    assert left.function == "main" and "no ladder for" in left.why
    expected = x
    for (layout, _), array in zip(layers, arrays, strict=True):
        expected = np.maximum(expected @ (array.T if layout == "nk" else array), 0)
    np.testing.assert_allclose(run(made.module, x, *arrays), expected, rtol=1e-4, atol=1e-4)


def test_one_row_is_a_gemv_and_equal_calls_share_a_kernel():
    numbers = np.random.default_rng(0)
    n = 1024
    arrays = [numbers.uniform(-1, 1, (n, n)).astype("float32") for _ in range(2)]
    x = numbers.uniform(-1, 1, (1, 1, n)).astype("float32")
    made = schedules.dispatch(module(("nk", (n, n)), ("nk", (n, n)), rows=(1, 1)), "llvm")
    (one,) = made.replaced
    assert one.rung.startswith("gemv/sgemv_cpu:") and one.calls == 2 and not made.left
    assert len(made.module.attrs["external_mods"]) == 1
    expected = np.maximum(np.maximum(x @ arrays[0].T, 0) @ arrays[1].T, 0)
    np.testing.assert_allclose(run(made.module, x, *arrays), expected, rtol=1e-4, atol=1e-4)


def test_what_no_rung_fits_is_left_as_it_is():
    odd = module(("kn", (63, 65)), dtype="float16")
    made = schedules.dispatch(odd, "sm_90")
    assert not made.replaced and len(made.left) == 1
    tvm.ir.assert_structural_equal(made.module, odd)
    symbolic = relax.TensorType((tvm.tirx.Var("n", "int64"), 64), "float32")
    x, w = relax.Var("x", symbolic), relax.Var("w", relax.TensorType((64, 64), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x, w]):
        builder.emit_func_output(builder.emit(relax.op.matmul(x, w)))
    (left,) = schedules.dispatch(builder.finalize(), "llvm").left
    assert left.why == "its extents are not known"


@pytest.mark.parametrize(
    ("target", "device", "rung"),
    [("sm_90", "NVIDIA H200", "gemm/hgemm:tma_store"), ("sm_80", "", "gemm/hgemm:cp_async")],
)
def test_a_gpu_without_the_instructions_gets_another_rung(target, device, rung):
    mod = module(("nk", (4096, 4096)), dtype="float16", rows=(1, 4096))
    made = schedules.dispatch(mod, target, device)
    assert [one.rung for one in made.replaced] == [rung]


@pytest.mark.parametrize(
    ("rows", "rung"),
    [(2048, "gemm/hgemm:producer"), (512, "gemm/hgemm:producer"), (128, ""), (8, "")],
)
def test_few_rows_are_left_if_only_square_shapes_were_measured(rows, rung):
    """The rung is that of the nearest measured shape."""
    mod = module(("nk", (2048, 2048)), dtype="float16", rows=(1, rows))
    made = schedules.dispatch(mod, "sm_90", "NVIDIA H200")
    assert [one.rung for one in made.replaced] == [rung] * bool(rung)
    assert [one.why for one in made.left] == ["no rung was measured near this shape"] * (not rung)


def test_an_unknown_target_is_told():
    with pytest.raises(UserError, match="did you mean"):
        schedules.dispatch(module(("kn", (64, 64))), "sm_91")


def test_the_table_of_fast_rungs_is_that_of_the_records():
    assert FASTEST.read_text(encoding="utf-8") == json_text(benchmark.fastest())


@pytest.mark.parametrize("linear", benchmark.linears(), ids=str)
def test_every_linear_layer_of_the_benchmark_is_dispatched(linear):
    module, _, rung = benchmark.kernel_of(linear, "sm_90", "NVIDIA H200")
    assert rung.startswith(("gemm/hgemm:", "gemv/fast_gemv:"))
    assert len(benchmark.calls(module)) == 1
    # As in the benchmark, for Relax's virtual machine.
    relax.build(module, Target(CUDA, "sm_90").tvm)
