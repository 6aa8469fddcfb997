"""What the rungs of gemm/hgemm refuse, and where they run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tvm import tirx

from gpusim.errors import UserError
from schedules.commands.options import gpu_rungs
from schedules.core.errors import LoweringError, ShapeError
from schedules.core.ladder import Rung, ladder, steps
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.hopper_calls import mark_turns
from schedules.lowering.lower import lower

LADDER = ladder("gemm/hgemm")
MMA_RUNGS = ["mma_ldmatrix", "swizzled", "cp_async"]
WGMMA_RUNGS = ["wgmma", "wgmma_tma"]
ROLE_RUNGS = ["producer", "persistent", "tma_store", "multicast", "pingpong"]
BFLOAT16_RUNGS = ["bfloat16_cp_async", "bfloat16_wgmma_tma", "bfloat16_tma_store"]


def staged(rung: str, stages: int) -> Rung:
    return replace(LADDER[rung], tile=replace(LADDER[rung].tile, stages=stages))


def test_wgmma_tma_needs_three_stages():
    """Where a slice is read before the next is loaded, TVM's pipeline makes one stage of two; the
    products that read it are still under way."""
    with pytest.raises(UserError, match="stages = 2: .* at least 3"):
        steps(staged("wgmma_tma", 2))


def test_loads_and_products_take_turns_in_two_stages_or_more():
    with pytest.raises(UserError, match="stages = 1"):
        replace(LADDER["wgmma_tma"].tile, stages=1)


@pytest.mark.parametrize("rung", ["wgmma"])
def test_wgmma_is_lowered_for_hopper_alone(rung):
    last = steps(LADDER[rung])[-1]
    with pytest.raises(LoweringError, match="instructions that only sm_90 has"):
        lower(last.mod, LADDER[rung].build, Target.parse("sm_80"))
    assert "sm_90 alone" in LADDER[rung].build.describe()
    assert not LADDER[rung].build.runs_on(Target.parse("sm_100"))


def test_another_gpu_leaves_the_wgmma_rungs_out(capsys):
    of_hopper = sorted([*WGMMA_RUNGS, *ROLE_RUNGS, *BFLOAT16_RUNGS[1:]])
    left = {rung.name for rung in gpu_rungs(["gemm/hgemm"], Target.parse("sm_80"))}
    assert left == set(LADDER.rungs) - set(of_hopper)
    lines = capsys.readouterr().err.splitlines()
    assert sorted(lines) == [
        f"skipped gemm/hgemm:{rung}: it does not run on sm_80" for rung in of_hopper
    ]
    assert {rung.name for rung in gpu_rungs(["gemm/hgemm"], DEFAULT_GPU)} == set(LADDER.rungs)
    with pytest.raises(UserError, match="none of these rungs runs on sm_80"):
        gpu_rungs(["gemm/hgemm:wgmma"], Target.parse("sm_80"))


def test_loads_outside_of_the_loop_over_k_are_refused():
    """Two loops with calls left open: neither stage nor phase would be theirs alone."""
    func = steps(LADDER["wgmma_tma"])[-1].mod["main"]
    twice = func.with_body(tirx.SeqStmt([func.body, func.body]))
    with pytest.raises(LoweringError, match="in one loop over K"):
        mark_turns(twice)


@pytest.mark.parametrize("rung", ["wmma", *MMA_RUNGS, "wgmma"])
def test_needs_as_many_slices_of_k_as_there_are_stages(rung):
    with pytest.raises(ShapeError, match="nearest shape that fits is 128,256,192"):
        LADDER[rung].at((128, 256, 64))
