"""The space of SGEMM on CUDA cores."""

from __future__ import annotations

from tune_spaces import space_of

from schedules.core.target import Target
from tune.space.template import find


def test_limits_reach_the_template():
    hopper = space_of("gemm/sgemm_tvm:cp_async")
    rung = hopper.rung
    turing = find("sgemm_cuda_cores").at(rung, hopper.shape, Target.parse("sm_75"))
    assert Target.parse("sm_75").limits.dynamic_shared < Target.parse("sm_90").limits.dynamic_shared
    assert len(turing.points) < len(hopper.points)
