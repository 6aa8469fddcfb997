"""launch_dependent: what a schedule's kernels, host calls and launches say."""

from __future__ import annotations

import pytest
from tvm import s_tir

from schedules.core.errors import LoweringError
from schedules.core.ladder import steps
from schedules.core.schedule_moves import launch_dependent
from schedules.core.target import Target
from schedules.lowering.host_calls import TAG, host_calls
from schedules.lowering.lower import lower
from schedules.sources.names import resolve

RUNG = "gemm/w4a16:dependent_launch"


def lowered(arch: str):
    rung = resolve(RUNG).rung
    workload = rung.at(rung.verify_shapes()[0])
    step = steps(rung, workload, rung.tile_for(workload, arch))[-1]
    return lower(step.mod, rung.build, Target.parse(arch))


def test_the_second_kernel_waits_and_its_launch_says_so():
    made = lowered("sm_90")
    first, second = made.kernel_source.split("main_kernel_1(")
    call = "tvm_builtin_ptx_griddepcontrol_{}();"
    assert call.format("launch_dependents") in first and call.format("wait") in second
    assert call.format("wait") not in first.partition("main_kernel(")[2]
    calls = host_calls(made.host).calls
    assert [one.dependent for one in calls] == [False, True]
    assert [len(one.arguments) for one in calls] == [4, 2]
    kernels = made.device.functions.values()
    tags = [set(map(str, one.attrs["tirx.kernel_launch_params"])) for one in kernels]
    assert [TAG in one for one in tags] == [False, True]


def test_earlier_gpus_launch_one_kernel_after_the_other():
    made = lowered("sm_80")
    assert "griddepcontrol" not in made.source
    assert not any(one.dependent for one in host_calls(made.host).calls)


def test_a_single_kernel_has_no_dependent_launch():
    rung = resolve("gemm/sgemm_tvm:naive").rung
    step = steps(rung, rung.at((16, 16, 16)))[-1]
    sch = s_tir.Schedule(step.mod)
    launch_dependent(sch)
    with pytest.raises(LoweringError, match="there is one kernel"):
        lower(sch.mod, rung.build)
