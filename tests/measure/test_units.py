"""Speeds, times and shapes in words."""

from __future__ import annotations

import pytest

from schedules.measure.units import (
    Rate,
    digits,
)
from schedules.workloads import Gemm, Gemv


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (52.3075, "52.3"),
        (4248.4, "4248"),
        (0.0336, "0.0336"),
        (1.0, "1.00"),
        (120, "120"),
    ],
)
def test_three_digits(value, text):
    assert digits(value) == text


def test_a_rate_is_counted_in_the_unit_that_tells_most_of_a_workload():
    rates = {
        (str(workload.shape), target): Rate.of(workload, target)
        for workload in (Gemm(64, 64, 64), Gemm(8, 8, 8), Gemv(64, 64))
        for target in ("cuda", "llvm")
    }
    assert rates == {
        ("(64, 64, 64)", "cuda"): Rate("TFLOP/s", 2 * 64**3 / 1e6),
        ("(64, 64, 64)", "llvm"): Rate("GFLOP/s", 2 * 64**3 / 1e3),
        ("(8, 8, 8)", "cuda"): Rate("GB/s", 0.768),
        ("(8, 8, 8)", "llvm"): Rate("GB/s", 0.768),
        ("(64, 64)", "cuda"): Rate("GB/s", 8.448),
        ("(64, 64)", "llvm"): Rate("GB/s", 8.448),
    }
    assert Rate("GB/s", 1624.6).text(2.0) == "812.3 GB/s"
    assert Rate("GB/s", 1624.6).speed(None) == 0.0
