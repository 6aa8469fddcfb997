"""Builders: what a runner gets, and what is refused before that."""

from __future__ import annotations

import errno
import os
import re

import pytest
from conftest import lowered
from tune_measuring import run_query, sgemm

from gpusim.errors import NoTool, UserError
from schedules.compile.nvrtc import Nvrtc
from schedules.compile.toolkit import Nvcc
from schedules.core.ladder import ladder
from schedules.core.target import CPU, Target
from tune.jobs.job import load
from tune.measuring.build import Builder, compiler_for, emitted
from tune.measuring.child import CANNOT
from tune.measuring.cpu_runner import CpuRunner
from tune.measuring.interface import BuildRequest
from tune.space.template import find


@pytest.mark.parametrize(
    ("rung", "knobs", "said"),
    [
        (
            "gemm/sgemm_tvm:block_tile",
            {"block_i": 64, "block_j": 64, "threads_i": 64, "threads_j": 64},
            "4096 threads exceeds the target's limit of 1024",
        ),
        ("gemm/sgemm_tvm:cp_async", {"block_k": 128}, "exceed the target's limit of"),
        ("gemm/sgemm_tvm:cp_async", {"warps_i": 3}, "not a multiple of the tile"),
    ],
)
def test_a_gpu_limit_is_told_before_compiling(tmp_path, rung, knobs, said):
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    answer = builder(BuildRequest("limit", rung, (512, 512, 512), "sm_90", knobs), lambda: None)
    assert answer["outcome"].kind == "limit"
    assert said in answer["outcome"].message
    assert "compile" not in answer["outcome"].stages_s


def test_a_cpu_kernels_text_is_the_same_whatever_the_addresses():
    """LLVM names parts of a buffer too, as "0x5c3b.w16.b0"."""
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    space = find("sgemm_cpu").at(rung, (32, 32, 32), Target.parse("x86-64-v3", CPU))
    point = space.point({"tile_i": (1, 4, 8), "tile_j": (1, 1, 32)})
    target = space.target
    texts = [emitted(space.schedule(point).mod, rung.build, target) for _ in range(2)]
    assert texts[0] == texts[1] and "0x" not in "".join(re.findall(r"^!.*", texts[0], re.M))


def test_no_compiler_for_cuda_is_no_candidates_fault(tmp_path, monkeypatch):
    def fails(*_):
        raise UserError("NVRTC cannot be loaded")

    monkeypatch.setattr(Nvrtc, "compile", fails)
    monkeypatch.setenv("PATH", str(tmp_path))
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    task = BuildRequest("small", "gemm/sgemm_tvm:block_tile", (64, 64, 64), "sm_90")
    assert isinstance(builder(task, lambda: None)[CANNOT], NoTool)


def test_a_full_disk_is_no_candidates_fault(monkeypatch, tmp_path):
    def write(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    task = sgemm("a", block_i=32, rows=4)
    query = run_query(task)
    monkeypatch.setattr("tempfile.NamedTemporaryFile", write)
    answer = CpuRunner({"inputs_seed": 0, "early_stop": False})(query, lambda: None)
    assert "No space left" in str(answer[CANNOT])
    monkeypatch.setattr(Builder, "built", write)
    answer = Builder({"kind": "llvm", "folder": str(tmp_path)})(task, lambda: None)
    assert "No space left" in str(answer[CANNOT])


@pytest.mark.exhaustive
def test_hopper_alone_knows_wgmma_and_an_error_of_ptxas_is_told(tmp_path):
    source = lowered(ladder("gemm/hgemm")["wgmma"]).source
    assert compiler_for(Target.parse("sm_90"), tmp_path).cubin(source)
    with pytest.raises(UserError, match="ptxas.*wgmma"):
        Nvrtc().compile(source, "sm_90")


def test_a_winner_is_confirmed_with_the_jobs_compiler(tmp_path, monkeypatch):
    monkeypatch.setattr(Nvcc, "compile", lambda *_: None)
    job = load("sgemm_h200")
    for name in ("nvrtc", "nvcc"):
        own = job.model_copy(update={"measure": job.measure.model_copy(update={"compiler": name})})
        asked = own.confirming().options().compiler
        assert compiler_for(Target.parse("sm_90"), tmp_path, asked).backend.name == name
