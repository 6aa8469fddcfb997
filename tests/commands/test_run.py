"""`schedules run`, whose GPU is played by this CPU."""

from __future__ import annotations

import pytest
import tvm

from schedules.commands.run import RAN
from schedules.core.kernel import ScheduledKernel


@pytest.fixture
def launched(monkeypatch):
    """What is launched: the shapes of a kernel's arguments."""
    seen = []
    monkeypatch.setattr("schedules.core.gpu.gpu_arch", lambda: "sm_90")
    monkeypatch.setattr(tvm, "cuda", tvm.cpu)
    main = {"main": lambda *arrays: seen.append([tuple(array.shape) for array in arrays])}
    monkeypatch.setattr(ScheduledKernel, "executable", main)
    return seen


def test_a_rung_is_launched_on_inputs_and_outputs(cli, launched):
    asked = ("run", "gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:block_tile")
    code, out, err = cli(*asked, "--shape", "33,65,17", "--times", "2")
    assert (code, err) == (0, "")
    assert out.splitlines() == [f"{RAN}: {path}" for path in asked[1:]]
    assert launched == [[(17, 33), (17, 65), (33, 65)]] * 4


def test_without_a_gpu_one_line_says_so(cli):
    code, _, err = cli("run", "gemm/sgemm_tvm:vthread", "--shape", "128,128,16")
    assert (code, err) == (3, "schedules: no CUDA device here\n")
