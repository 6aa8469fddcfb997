"""Verdicts that the fourth blind set showed to be wrong."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler

# An LDS.128 reads the array of 12 bytes.
KERNEL = """
extern "C" __global__ void k(float *y) {
  __shared__ float4 before[2];
  __shared__ float three[3];
  if (threadIdx.x < 3) three[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float4 v = *(float4 *)(three + %d);
  y[threadIdx.x] = v.x + v.y + v.z%s;
}
"""
LAUNCH = """
grid = [1]
block = [32]
[[arguments]]
name = "y"
dtype = "float32"
shape = [32]
role = "out"
"""


@pytest.mark.parametrize(
    "first, rest, expected",
    [(0, "", set()), (0, " + v.w", {"uninitialized"}), (4, "", {"out-of-bounds"})],
    ids=["the last word is ignored", "the last word is used", "it begins beyond the array"],
)
def test_a_word_beyond_the_array_must_not_be_used(tmp_path, first, rest, expected):
    assert kinds_of_problems(tmp_path, KERNEL % (first, rest), LAUNCH) == expected


COUNTS = """
extern "C" __global__ void count(int *counts, const int *rows) {
  atomicAdd(&counts[rows[threadIdx.x]], 1);
}
extern "C" __global__ void add(int *counts) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, counts[threadIdx.x]);
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    if (sum % (i + 2) == 0) counts[threadIdx.x] += counts[threadIdx.x] / (i + 3);
  atomicAdd(&counts[threadIdx.x], sum);
}
extern "C" __global__ void again(int *counts) { atomicAdd(&counts[threadIdx.x], 1); }
"""
LAUNCHES = """
[[arguments]]
name = "counts"
dtype = "int32"
shape = [16]
role = "inout"
[[arguments]]
name = "rows"
dtype = "int32"
shape = [96]
range = [0, 15]
""" + "".join(
    f"[[launches]]\nkernel = '{name}'\ngrid = [1]\nblock = [{block}]\narguments = {arguments}\n"
    for name, block, arguments in (
        ("count", 96, ["counts", "rows"]),
        ("add", 16, ["counts"]),
        ("again", 16, ["counts"]),
    )
)


def test_a_short_kernel_updates_what_a_longer_one_wrote(tmp_path):
    """Instructions of an earlier launch have no place in this kernel's tables."""
    assert kinds_of_problems(tmp_path, COUNTS, LAUNCHES) == set()


WARPGROUPS = """
extern "C" __global__ void k(float *y) {
  __shared__ __align__(1024) float tiles[2][2048 + 256];
  int group = threadIdx.x / 128, t = threadIdx.x % 128;
  if (group < GROUPS) {
    for (int i = t; i < 2304; i += 128) tiles[group][i] = i < 2048 ? 0.f : 1.f;
    asm volatile("fence.proxy.async;" ::: "memory");
  }
  __syncthreads();
  if (CHOSEN) {
    float c[4] = {float(group), 0, 0, 0};
    unsigned a = (unsigned)__cvta_generic_to_shared(tiles[group]);
    unsigned long long of_a = a >> 4 & 0x3fff | 1ull << 16 | 8ull << 32;
    unsigned long long of_b = (a + 8192) >> 4 & 0x3fff | 1ull << 16 | 8ull << 32;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3},"
        " %4, %5, 1, 1, 1, 0, 0;"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(of_a), "l"(of_b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    y[blockIdx.x * blockDim.x + threadIdx.x] = c[0];
  } else {
    y[blockIdx.x * blockDim.x + threadIdx.x] = -1;
  }
}
"""


@pytest.mark.parametrize(
    "groups, chosen, kinds",
    [
        (1, "group < 1", set()),
        (2, "group < 2", set()),
        (1, "threadIdx.x >= 32 && threadIdx.x < 160", {"part-of-a-warp"}),
    ],
    ids=["one warpgroup", "two warpgroups", "not a warpgroup"],
)
def test_warpgroups_beside_a_single_warp(tmp_path, groups, chosen, kinds):
    """In several blocks of 160 or 288 threads."""
    threads = 128 * groups + 32
    text = WARPGROUPS.replace("GROUPS", str(groups)).replace("CHOSEN", chosen)
    launch = LAUNCH.replace("[1]", "[3]").replace("block = [32]", f"block = [{threads}]")
    launch = launch.replace("shape = [32]", f"shape = [{3 * threads}]")
    found = kinds_of_problems(tmp_path, text, launch)
    assert found >= kinds and bool(found) == bool(kinds)
