"""The speed of the machine, as `make bench` measures it, on two small rungs."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from benchmarks.machine_speed import cuda_rungs, machine_speed, summary
from gpusim.errors import UserError

RUNGS = ("gemv/hgemv:thread", "gemv/hgemv:warp1")


@needs_compiler
def test_blocks_and_counts_of_rungs_are_timed():
    found = machine_speed(cuda_rungs(RUNGS))
    assert found.keys() == {"block", "counts", "prediction"}
    for part in found.values():
        assert part["rungs"] == 2 and part["slowest"] in RUNGS
        assert 0 < part["median_s"] <= part["slowest_s"] and part["slowest_goal_s"] > 0


def test_the_slowest_is_named():
    found = summary({"a": 1.0, "b": 5.0, "c": 2.0})
    assert found == {"rungs": 3, "median_s": 2.0, "slowest_s": 5.0, "slowest": "b"}


def test_a_cpus_rungs_are_left_out():
    paths = [rung.path for rung in cuda_rungs(("gemm/sgemm_cpu", "gemm/sgemm_cuda"))]
    assert paths and all(path.startswith("gemm/sgemm_cuda:") for path in paths)
    with pytest.raises(UserError):
        cuda_rungs(("gemm/nothing",))
