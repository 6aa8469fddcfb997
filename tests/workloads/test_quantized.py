"""Packing of 4-bit codes, and the quantized GEMV against plain dequantization."""

from __future__ import annotations

import numpy as np
import pytest
import tvm
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gpusim.errors import UserError
from schedules.analyses.verification.compare import compare
from schedules.analyses.verification.serial import check_serial
from schedules.core.errors import ShapeError
from schedules.workloads import Gemv
from schedules.workloads.quantized import QuantizedGemv, pack_int4, unpack_int4

CODES = hnp.arrays(
    "uint8", hnp.array_shapes(min_dims=1, max_dims=3, max_side=40), elements=st.integers(0, 15)
)


@given(CODES)
def test_unpacking_gives_back_what_was_packed(codes):
    packed = pack_int4(codes)
    assert packed.dtype == np.uint8
    assert packed.shape == (*codes.shape[:-1], -(-codes.shape[-1] // 2))
    assert np.array_equal(unpack_int4(packed, codes.shape[-1]), codes)


@pytest.mark.parametrize("bits", [8, 4])
@pytest.mark.parametrize("lookup", [False, True])
@pytest.mark.parametrize("shape", [(1, 1), (5, 7), (3, 64), (2, 129)])
def test_the_workload_computes_its_reference(bits, lookup, shape):
    gemv = QuantizedGemv(*shape, bits=bits, lookup=lookup)
    for found in check_serial(tvm.IRModule({"main": gemv.prim_func()}), gemv):
        assert not found.message, found


@pytest.mark.parametrize("bits", [8, 4])
def test_every_code_and_zero_point_becomes_its_difference_exactly(bits):
    """A row per code and x all zero but for one element: y is the code there, dequantized."""
    low, high = (-128, 127) if bits == 8 else (0, 15)
    codes = np.arange(low, high + 1)[:, None]
    gemv = QuantizedGemv(len(codes), 8, bits=bits)
    run = tvm.compile(tvm.IRModule({"main": gemv.prim_func()}), target="llvm")["main"]
    for zero in (low, 0, 7, high, -1000, 1000):
        for place in range(8):
            w = np.roll(np.hstack([codes, *[codes[::-1]] * 7]), place, axis=1)
            w = w.astype("int8") if bits == 8 else pack_int4(w).view("int32")
            x = (np.arange(8) == place).astype("float16")
            inputs = [w, x, np.ones(1, "float16"), np.array([zero], "int32")]
            y = tvm.runtime.tensor(np.zeros(len(codes), "float16"))
            run(*map(tvm.runtime.tensor, inputs), y)
            assert np.array_equal(y.numpy(), (codes[:, 0] - zero).astype("float16"))


@pytest.mark.parametrize("bits", [8, 4])
def test_the_reference_dequantizes_in_float64(bits):
    gemv = QuantizedGemv(4, 9, bits=bits)
    w, x, scale, zero = gemv.inputs(np.random.default_rng(0))
    codes = w if bits == 8 else unpack_int4(w.view("uint8"), 9)
    (reference,) = gemv.reference([w, x, scale, zero])
    assert reference.dtype == np.float64
    expected = [
        sum((float(codes[n, k]) - zero[0]) * float(scale[0]) * float(x[k]) for k in range(9))
        for n in range(4)
    ]
    assert np.allclose(reference, expected, rtol=1e-14)


@pytest.mark.parametrize("gemv", [Gemv(64, 128), QuantizedGemv(64, 128), QuantizedGemv(64, 128, 4)])
def test_the_tolerance_tells_rounding_from_a_lost_term(gemv):
    inputs = gemv.inputs(np.random.default_rng(3))
    (right,), (bound,) = gemv.reference(inputs), gemv.tolerance(inputs)
    assert compare(right.astype("float16"), right, bound)[1] == ""
    without = [inputs[0], inputs[1].copy(), *inputs[2:]]
    without[1][np.abs(inputs[1]).argmax()] = 0
    (wrong,) = gemv.reference(without)
    assert "elements wrong" in compare(wrong.astype("float16"), right, bound)[1]


@pytest.mark.parametrize("gemv", [Gemv(8, 512), QuantizedGemv(8, 512), QuantizedGemv(8, 512, 4)])
def test_integer_inputs_are_exact_in_any_order(gemv):
    inputs = gemv.inputs(np.random.default_rng(5), integer=True)
    (y,) = gemv.reference(inputs)
    assert np.isfinite(y.astype("float16")).all()
    scale = float(inputs[2][0]) if len(inputs) > 2 else 1.0
    assert np.log2(scale) == int(np.log2(scale))
    assert np.array_equal(y / scale, np.rint(y / scale))
    assert np.abs(y / scale).max() < 2**24


def test_other_sizes_and_bad_ones():
    gemv = QuantizedGemv(3, 5, 4, lookup=True)
    assert gemv.with_shape((7, 9)) == QuantizedGemv(7, 9, 4, lookup=True)
    for make in (Gemv, QuantizedGemv):
        with pytest.raises(ShapeError, match="must be at least 1"):
            make(0, 5)
    with pytest.raises(UserError, match="weights have 8 or 4 bits"):
        QuantizedGemv(3, 5, bits=3)
