"""What the compiler made of accesses is explained, and told."""

from __future__ import annotations

import pytest
from accesses import kernels, needs_compiler, of

from schedules.inspect.sites import PAST_LANES

# One rung for each thing that nvcc does to accesses.
EXPLAINED = [
    "gemm/sgemm_tvm:naive",  # keeps sums in a register, moves the store out of the loop
    "gemm/sgemm_tvm:thread_tile",  # merges stores
    "gemm/sgemm_tvm:register_prefetch",  # two nested pipelines
    "gemm/sgemm_cuda:shared_tile",  # merges one of two loads of a line, over iterations
    "gemm/sgemm_cuda:float4_fetch",  # takes loads out of an inner loop
    "gemm/sgemm_geforce:l1_only",  # shares loads among lines
    "gemm/hgemm:cp_async",
    "gemm/hgemm:wmma",
    "gemm/hgemm:wgmma",
    "gemm/hgemm:wgmma_tma",  # waits for barriers out of line
    "gemm/sgemm_tvm:ordered_products",  # counts a loop down
    "gemv/fast_gemv:int4_mma",  # moves a load behind a branch
    "gemv/fast_gemv:table_int4",  # shares a load among iterations
    "gemv/fast_gemv:int4",  # loads one value for all of a loop's uses
    "gemv/hgemv:warp1",
]


@needs_compiler
@pytest.mark.parametrize("path", EXPLAINED)
def test_the_machine_codes_count_is_explained(path):
    found = kernels(path, code=True)
    assert [kernel.problem for kernel in found] == [""] * len(found)
    by_lanes = [a for one in found for a in one.accesses if a.site.way not in PAST_LANES]
    assert {one.origin for one in by_lanes} == {"machine code"}


@needs_compiler
def test_what_the_compiler_did_is_told():
    found = kernels("gemm/sgemm_tvm:naive", code=True)
    init, update = of(found, "C", "store")
    (load,) = of(found, "C", "load")
    assert load.note == "not in the machine code: its value is in a register"
    assert load.measure.requests == 0
    assert update.note == "once for all iterations of k"
    assert update.measure.requests == init.measure.requests == 1024 * 1024 // 32
