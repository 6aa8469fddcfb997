"""Speeds, times and shapes in words."""

from __future__ import annotations

import pytest

from schedules.measure.publishing.units import (
    Rate,
    digits,
    ratio_text,
    shape_text,
    short_digits,
    time_text,
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


def test_texts():
    assert [time_text(t) for t in (9.43, 2627.52, 3.77e6)] == ["9.43 µs", "2.63 ms", "3.77 s"]
    assert [shape_text(s) for s in ((8,) * 3, (8, 8), (4096, 128))] == ["8³", "8²", "4096 x 128"]
    assert [ratio_text(r) for r in (1.0245, 0.0336)] == ["1.024", "0.034"]


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


def test_short_digits_have_no_zeros_at_the_end_and_no_exponent():
    assert [short_digits(v) for v in (12.0, 812.34, 1234.5, 123456.0)] == [
        "12",
        "812.3",
        "1234",
        "123456",
    ]
