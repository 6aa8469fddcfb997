"""Public kernels as baselines: how their weights are packed, and which checkouts are found."""

from __future__ import annotations

import _ctypes
import os
from pathlib import Path

import numpy as np
import pytest

from gpusim.errors import UserError
from schedules.compile.compiler import Compiler
from schedules.core.target import Target
from schedules.measure import baselines
from schedules.measure.baselines import (
    Adapter,
    checkouts,
    marlin_scales,
    marlin_words,
    public_kernels,
)
from schedules.workloads import Gemm
from schedules.workloads.quantized import WeightOnlyGemm


def test_a_marlin_word_is_a_lanes_part_of_a_tile():
    """Each code is where mma.sync.m16n8k16 has element (k, n) of its second operand."""
    n, k = 128, 48
    codes = np.random.default_rng(0).integers(0, 16, (n, k)).astype(np.int32)
    words = marlin_words(codes)
    assert words.shape == (k // 16, 2 * n)
    for column, row in np.ndindex(n, k):
        lane = 4 * (column % 8) + row % 8 // 2
        word = column // 64 * 128 + 4 * lane + column % 64 // 16
        number = 4 * (row % 2) + 2 * (column % 16 // 8) + row % 16 // 8
        assert words[row // 16, word] >> 4 * number & 15 == codes[column, row]


def test_marlin_scales_are_those_of_eight_columns_eight_apart():
    scales = np.arange(2 * 128).reshape(2, 128)
    assert marlin_scales(scales)[1, 64:73].tolist() == [*range(192, 256, 8), 193]


def test_a_folder_without_a_checkout_is_refused_and_one_with_it_found(tmp_path):
    with pytest.raises(UserError, match="no checkout of a known repository"):
        checkouts(tmp_path)
    source = tmp_path / "marlin" / "marlin" / "marlin_cuda_kernel.cu"
    source.parent.mkdir(parents=True)
    source.touch()
    (adapter,) = checkouts(tmp_path)
    columns = [n for n in (128, 256) if adapter.applies(WeightOnlyGemm(16, n, 128))]
    assert (adapter.name, columns, adapter.applies(Gemm(256, 256, 256))) == ("Marlin", [256], False)


def crashes(workload, library):
    os.abort()


def refuses(workload, library):
    raise RuntimeError("CUDA error: an illegal instruction was encountered")


def test_a_public_kernel_that_fails_is_told_and_left_out(tmp_path, monkeypatch):
    (tmp_path / "k.cu").touch()
    adapters = [Adapter(f.__name__, "k.cu", "", bool, f) for f in (crashes, refuses)]
    monkeypatch.setattr(baselines, "ADAPTERS", adapters)
    # Any shared library.
    monkeypatch.setattr(baselines, "built", lambda *_: Path(_ctypes.__file__).read_bytes())
    told = {}
    here = Gemm(64, 64, 64), tmp_path, Compiler(Target.parse("sm_90")), told.__setitem__
    assert public_kernels(*here) == {}
    (crash, error) = (str(told[f"{name} at (64, 64, 64)"]) for name in ("crashes", "refuses"))
    assert crash.startswith("crashes crashed (SIGABRT")
    assert error == "RuntimeError: CUDA error: an illegal instruction was encountered"
