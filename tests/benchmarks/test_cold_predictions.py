"""CPU seconds of cold predictions: which rungs and shapes, and what a command takes."""

from __future__ import annotations

import os

from benchmarks.cold_predictions import recorded, seconds


def test_the_largest_recorded_shape_of_each_rung():
    largest = dict(recorded(every_shape=False))
    assert largest["gemm/hgemm:persistent"] == "8192,8192,8192"
    assert largest["gemm/w4a16:naive"] == "64,16384,16384"
    every = recorded(every_shape=True)
    assert ("gemm/w4a16:naive", "1,16384,16384") in every and every != list(largest.items())


def test_seconds_of_a_command_with_its_children(tmp_path):
    took, problem = seconds(["list", "gemv/hgemv"], str(tmp_path))
    assert took > 0.05 and not problem
    assert any(files for *_, files in os.walk(tmp_path))


def test_a_refusal_is_told(tmp_path):
    assert "gemm/nothing" in seconds(["predict", "gemm/nothing"], str(tmp_path))[1]
