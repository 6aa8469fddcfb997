"""SGEMM rungs: barriers at odd shapes, tiles by size, a z order, sums that start at C."""

from __future__ import annotations

import re

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import lowered
from cuda_text import guarded
from tvm import s_tir

from gpusim.errors import UserError
from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.kernel import last_kernel
from schedules.core.ladder import ladder, steps
from schedules.core.target import Target
from schedules.sources.names import resolve
from schedules.workloads import Gemm

ORDERED = ladder("gemm/sgemm_tvm")["ordered_products"]


@pytest.mark.parametrize("shape", [(33, 35, 37), (31, 1, 1)])
def test_shared_tile_at_odd_shapes_never_waits_in_a_branch(shape):
    """A barrier that only some threads reach hangs the block or lets it run on."""
    text = lowered(ladder("gemm/sgemm_cuda")["shared_tile"], shape=shape).kernel_source
    assert "if (" in text and "__syncthreads" in text
    assert guarded(text, "__syncthreads") == []


@needs_compiler
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("path", "shape", "expected"),
    [
        ("gemm/sgemm_tvm:warp_tile", (128, 128, 16), {2, 4}),
        ("gemm/sgemm_tvm:z_order", (128, 128, 16), {2}),
        ("gemm/sgemm_geforce:square_warp", (64, 256, 16), {2, 4}),
        ("gemm/sgemm_geforce:z_order", (64, 256, 16), {2}),
    ],
)
def test_lanes_in_a_z_order_take_two_wavefronts_for_each_operand(path, shape, expected):
    """As docs/memory-access.md predicts from the rule of paired lanes; in the machine code."""
    rung = resolve(path, None).rung
    (launch,) = last_kernel(rung, rung.at(shape), Target.parse("sm_90")).instruction_counts
    loads = [one.cost for one in launch.instructions if one.instruction.startswith("LDS.128")]
    assert {cost.taken / cost.requests for cost in loads} == expected


def test_ordered_products_with_its_large_tile():
    """The shapes that `verify` takes are too small for it."""
    workload = ORDERED.workload.with_shape((256, 128, 48))
    mod = steps(ORDERED, workload, ORDERED.tile)[-1].mod
    for found in check_serial(serial(mod), workload, ORDERED.build):
        assert found.message == "" and found.error <= 1


def test_a_sum_that_starts_at_c_in():
    """The workload variant behind the first two rungs, in every layout and mix of dtypes."""
    for options in (
        {},
        {"a_layout": "km", "b_layout": "nk"},
        {"in_dtype": "float16"},
        {"in_dtype": "float16", "out_dtype": "float16"},
    ):
        gemm = Gemm(5, 7, 13, accumulate=True, c_in_at="start", **options)
        text = gemm.prim_func().script()
        assert re.search(r"with T\.init\(\):\s+C\w*\[v_i, v_j\] = .*C_in\[v_i, v_j\]", text)
        mod = s_tir.Schedule(gemm.prim_func()).mod
        for found in check_serial(serial(mod), gemm):
            assert found.message == "" and found.error <= 1


def test_c_in_at_is_checked():
    with pytest.raises(UserError, match="c_in_at 'middle' is neither 'end' nor 'start'"):
        Gemm(1, 1, 1, accumulate=True, c_in_at="middle")


def test_both_places_of_c_in_have_one_reference():
    ends = [Gemm(3, 4, 5, accumulate=True, c_in_at=at) for at in ("start", "end")]
    inputs = ends[0].inputs(np.random.default_rng(0))
    first, second = (gemm.reference(inputs)[0] for gemm in ends)
    np.testing.assert_array_equal(first, second)
    assert [gemm.bytes for gemm in ends] == [4 * (15 + 20 + 2 * 12)] * 2
