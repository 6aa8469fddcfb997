"""Sums of float8 as tensor cores compute them, and their tolerance."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from gpusim.arithmetic.tensor_cores import FLOAT8_BITS, multiply_add
from schedules.analyses.verification.compare import difference
from schedules.core.problem import Problem
from schedules.workloads.scaled import CUT, ScaledGemm

# --- sums of float8 -------------------------------------------------------------------------------


def test_a_step_keeps_thirteen_bits_below_the_largest_term():
    a, b = np.zeros((2, 32)), np.zeros((32, 1))
    a[:, 0], b[0] = 1.0, 1.0
    a[:, 1:] = b[1:] = 2.0**-7  # products of 2^-14, each below the last bit kept
    b[1] = 2.0**-6  # 2^-13 is kept
    total = multiply_add(a, b, np.zeros((2, 1), np.float32), FLOAT8_BITS)
    assert (total == 1 + 2.0**-13).all()
    assert 2.0**-FLOAT8_BITS == CUT
    # With the bits of 16-bit factors nothing is lost.
    assert (multiply_add(a, b, np.zeros((2, 1), np.float32)) == a @ b).all()


def test_a_small_integer_sum_is_exact():
    rng = np.random.default_rng(0)
    a, b = rng.integers(-3, 4, (4, 32)), rng.integers(-3, 4, (32, 4))
    c = rng.integers(-900, 900, (4, 4)).astype(np.float32)
    got = multiply_add(a.astype(float), b.astype(float), c, FLOAT8_BITS)
    assert (got == a @ b + c).all()


@pytest.mark.parametrize("per_row", [True, False])
def test_the_tolerance_holds_for_tensor_cores_and_rejects_what_is_wrong(per_row):
    workload = ScaledGemm(16, 24, 512, per_row=per_row)
    expected = Problem.of(workload, np.random.default_rng(0), "random")
    a, b, scale_a, scale_b = (np.asarray(one, dtype="float64") for one in expected.inputs)
    sums = np.zeros((16, 24), np.float32)
    for k in range(0, 512, 32):
        sums = multiply_add(a[:, k : k + 32], b[:, k : k + 32].T, sums, FLOAT8_BITS)
    right = (sums * scale_a[:, None] * scale_b).astype(ml_dtypes.bfloat16)
    assert not difference([right], expected).message
    for wrong in (
        sums * scale_b,
        sums * scale_a[:, None],
        (sums * 1.5) * scale_a[:, None] * scale_b,
    ):
        assert difference([wrong.astype(ml_dtypes.bfloat16)], expected).message
