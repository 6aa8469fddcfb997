"""The workload of gemm/epilogue: GELU, and what a kernel may not leave out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from schedules.analyses.verification.compare import difference
from schedules.core.problem import Problem
from schedules.workloads.linear_layer import LinearLayer, gelu

# --- the workload ---------------------------------------------------------------------------------


def test_gelu_is_the_one_by_tanh():
    x = np.linspace(-12, 12, 4001)
    by_tanh = [
        v / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3))) for v in x.tolist()
    ]
    assert np.abs(gelu(x) - by_tanh).max() < 1e-14
    assert np.abs(np.diff(gelu(x)) / np.diff(x)).max() < 1.13


@pytest.mark.parametrize("without", ["bias", "residual", "gelu"])
def test_a_kernel_that_leaves_something_out_is_wrong(without):
    workload = LinearLayer(16, 24, 32)
    expected = Problem.of(workload, np.random.default_rng(0), "random")
    a, b, bias, residual = (one.astype("float64") for one in expected.inputs)
    x = a @ b.T + bias * (without != "bias")
    x = x if without == "gelu" else gelu(x)
    wrong = (x + residual * (without != "residual")).astype("float16")
    assert difference([wrong], expected).message
    right = (gelu(a @ b.T + bias) + residual).astype("float16")
    assert not difference([right], expected).message
