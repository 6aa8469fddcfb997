"""Kernels in a process of their own, and the tools that watch it."""

from __future__ import annotations

import os
import signal
import sys
from types import SimpleNamespace

import pytest

from schedules.analyses.verification.compute_sanitizer import tool_command
from schedules.analyses.verification.launch_process import RAN, Tools, command


def test_the_childs_command_names_arch_and_each_rung_with_its_shape(several):
    line = tool_command("compute-sanitizer", "memcheck", command(several[:2]))
    assert line[:3] == ["compute-sanitizer", "--tool", "memcheck"]
    assert "--padding" in line
    asked = line[line.index(sys.executable) :]
    assert asked[1:3] == ["-m", "schedules.analyses.verification.launch_process"]
    assert asked[3:] == [
        "sm_90",
        "1",
        "gemm/sgemm_tvm:naive",
        "33,65,17",
        "gemm/sgemm_tvm:block_tile",
        "33,65,17",
    ]


def run_tool(line: list[str], timeout_s: float) -> tuple[int, str]:
    with Tools() as tools:
        return tools.run(line, timeout_s)


def test_a_tool_that_hangs_is_ended_with_what_it_started():
    status, text = run_tool(["sh", "-c", "echo begun; sleep 600"], 5)
    assert status == -1
    assert "begun" in text
    assert "not done after" in text


def test_a_time_limit_ends_tools_as_ctrl_c_does():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), Tools():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before


def test_the_child_says_in_a_line_what_is_wrong():
    module = "schedules.analyses.verification.launch_process"
    arguments = ["sm_90", "1", "gemm/sgemm_tvm:vthread", "100,128,8"]
    status, text = run_tool([sys.executable, "-m", module, *arguments], 600)
    assert status == 1
    assert "the nearest shape that fits is 128,128,16" in text
    assert RAN not in text


def test_the_child_launches_each_rung_on_outputs_of_its_own(monkeypatch, capsys):
    from schedules.analyses.verification import launch_process as child

    seen = []
    monkeypatch.setattr(child.tvm, "cuda", child.tvm.cpu)
    run = {"main": lambda *arrays: seen.append(arrays)}
    monkeypatch.setattr(child, "last_kernel", lambda *_: SimpleNamespace(executable=run))
    asked = ["gemm/sgemm_tvm:naive", "33,65,17", "gemm/sgemm_tvm:block_tile", "33,65,17"]
    child.main("sm_90", "2", *asked, "gemv/fast_gemv:int8", "64,1024")
    assert capsys.readouterr().out.splitlines() == [
        f"{RAN}: gemm/sgemm_tvm:naive at 33,65,17",
        f"{RAN}: gemm/sgemm_tvm:block_tile at 33,65,17",
        f"{RAN}: gemv/fast_gemv:int8 at 64,1024",
    ]
    assert [tuple(array.shape) for array in seen[2]] == [(17, 33), (17, 65), (33, 65)]
    assert len(seen) == 6, "twice each"
    # Inputs of one workload are made once; outputs are nobody else's.
    assert seen[0][0] is seen[2][0]
    assert seen[0][-1] is seen[1][-1] is not seen[2][-1]
