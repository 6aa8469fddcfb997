"""Workloads: the TE, its reference, FLOPs, bytes and tolerance."""

from __future__ import annotations

import numpy as np
import pytest
import tvm

from gpusim.errors import UserError
from schedules.analyses.verification.compare import compare
from schedules.analyses.verification.serial import check_serial
from schedules.core.errors import ShapeError
from schedules.workloads import Gemm


@pytest.mark.parametrize("a_layout", ["mk", "km"])
@pytest.mark.parametrize("b_layout", ["kn", "nk"])
@pytest.mark.parametrize("accumulate", [False, True])
@pytest.mark.parametrize(
    ("in_dtype", "acc_dtype", "out_dtype"),
    [
        ("float32", "float32", "float32"),
        ("float16", "float32", "float16"),
        ("float16", "float32", "float32"),
        ("int8", "int32", "int32"),
        ("float64", "float64", "float64"),
    ],
)
def test_gemm_computes_its_reference(
    a_layout, b_layout, accumulate, in_dtype, acc_dtype, out_dtype
):
    gemm = Gemm(5, 7, 9, a_layout, b_layout, in_dtype, acc_dtype, out_dtype, accumulate)
    mod = tvm.IRModule({"main": gemm.prim_func()})
    for found in check_serial(mod, gemm):
        assert not found.message, found


def test_tolerance_covers_every_order_of_summation_but_no_wrong_term():
    gemm = Gemm(16, 16, 256)
    inputs = gemm.inputs(np.random.default_rng(2))
    (reference,), (bound,) = gemm.reference(inputs), gemm.tolerance(inputs)
    backwards = np.zeros((16, 16), "float32")
    for k in reversed(range(256)):
        backwards += np.outer(inputs[0][:, k], inputs[1][k])
    assert compare(backwards, reference, bound)[1] == ""
    one_term_less = (inputs[0][:, 1:] @ inputs[1][1:]).astype("float32")
    assert "elements wrong" in compare(one_term_less, reference, bound)[1]


def test_integer_inputs_are_exact_in_every_dtype():
    for k in (64, 4096):
        inputs = Gemm(8, 8, k, in_dtype="float16").inputs(np.random.default_rng(0), integer=True)
        assert np.abs(inputs[0].astype("f4") @ inputs[1].astype("f4")).max() <= 4096
        assert all(np.array_equal(x, np.rint(x)) for x in inputs)


@pytest.mark.parametrize("shape", [(0, 1, 1), (1, -2, 1), (4, 4, 0)])
def test_empty_and_negative_shapes_are_refused(shape):
    with pytest.raises(ShapeError, match="must be at least 1"):
        Gemm(*shape)
    with pytest.raises(ShapeError, match="must be at least 1"):
        Gemm(1, 1, 1).with_shape(shape)


def test_wrong_number_of_extents_and_unknown_layout():
    with pytest.raises(ShapeError, match="expected M,N,K"):
        Gemm(1, 1, 1).with_shape((4, 4))
    with pytest.raises(UserError, match="neither 'mk' nor 'km'"):
        Gemm(1, 1, 1, a_layout="nm")
