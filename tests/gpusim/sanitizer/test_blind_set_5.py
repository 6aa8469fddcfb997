"""Verdicts that the fifth blind set showed to be wrong."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler

# The compare-and-swap loop loads from [R9+UR6] and swaps at [R8], their sum.
SUMS = """
extern "C" __global__ void k(float *y, const float *x, const float *centre) {
  __shared__ float sum[4];
  __shared__ int count[4];
  int t = threadIdx.x;
  if (t < 4) sum[t] = count[t] = 0;
  __syncthreads();
  float v = x[t];
  int best = 0;
  for (int c = 1; c < 4; ++c)
    if (fabsf(v - centre[c]) < fabsf(v - centre[best])) best = c;
  ADD
  atomicAdd(&count[best], 1);
  __syncthreads();
  if (t < 4) y[t] = count[t] ? sum[t] / count[t] : centre[t];
}
"""
LAUNCH = """
grid = [1]
block = [64]
[[arguments]]
name = "y"
dtype = "float32"
shape = [4]
role = "out"
[[arguments]]
name = "x"
dtype = "float32"
shape = [64]
[[arguments]]
name = "centre"
dtype = "float32"
shape = [4]
"""


@pytest.mark.parametrize(
    "add, races", [("atomicAdd(&sum[best], v);", False), ("sum[best] += v;", True)]
)
def test_a_swap_at_an_address_that_was_added_before(tmp_path, add, races):
    kinds = kinds_of_problems(tmp_path, SUMS.replace("ADD", add), LAUNCH)
    assert any(kind.startswith("race") for kind in kinds) == races
    assert bool(kinds) == races


ROWS = """
extern "C" __global__ void k(int4 *y, const int *x) {
  __shared__ alignas(16) int4 tile[32];
  int lane = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x4SHAPE.shared.b16 [%0], {%1, %2, %3, %4};"
               ::"r"((unsigned)__cvta_generic_to_shared(&tile[lane])), "r"(x[lane]),
               "r"(x[32 + lane]), "r"(x[64 + lane]), "r"(x[96 + lane]) : "memory");
  SYNC
  y[lane] = tile[lane];
}
"""
ROWS_LAUNCH = """
grid = [1]
block = [32]
[[arguments]]
name = "y"
dtype = "int32"
shape = [128]
role = "out"
[[arguments]]
name = "x"
dtype = "int32"
shape = [128]
"""


@pytest.mark.parametrize("shape", ["", ".trans"])
@pytest.mark.parametrize("sync, kinds", [("__syncwarp();", set()), ("", {"warp-synchronous"})])
def test_a_row_of_stmatrix_is_of_the_lanes_that_hold_it(tmp_path, shape, sync, kinds):
    text = ROWS.replace("SHAPE", shape).replace("SYNC", sync)
    assert kinds_of_problems(tmp_path, text, ROWS_LAUNCH) == kinds
