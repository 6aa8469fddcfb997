"""Operands of a wgmma that one warp of the warpgroup releases to the warp that refills them."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler

KERNEL = """
__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile("{.reg .pred done; W: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;"
               " @!done bra W;}" :: "r"(barrier), "r"(parity) : "memory");
}
__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(barrier) : "memory");
}
extern "C" __global__ void k(float *c, const float *x) {
  __shared__ __align__(1024) float tile[1024];
  __shared__ unsigned long long barriers[2];
  int t = threadIdx.x;
  unsigned full = (unsigned)__cvta_generic_to_shared(barriers), empty = full + 8;
  unsigned at = (unsigned)__cvta_generic_to_shared(tile);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(full) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(empty) : "memory");
  }
  __syncthreads();
  if (t >= 128) {
    for (int i = 0; i < 3; ++i) {
      if (i) wait(empty, i - 1 & 1);
      for (int j = t - 128; j < 1024; j += 32) tile[j] = x[1024 * i + j];
      asm volatile("fence.proxy.async;" ::: "memory");
      arrive(full);
    }
  } else {
    float d[4] = {0, 0, 0, 0}, last = 0;
    unsigned long long of_a = at >> 4 & 0x3fff | 8ull << 16 | 16ull << 32;
    unsigned long long of_b = at + 2048 >> 4 & 0x3fff | 8ull << 16 | 16ull << 32;
    for (int i = 0; i < 3; ++i) {
      wait(full, i & 1);
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      asm volatile(
          "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(of_a), "l"(of_b));
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      BEFORE
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      AFTER
    }
    for (int i = 0; i < 4; ++i) c[4 * t + i] = d[i] + last;
  }
}
"""
LAUNCH = """
grid = [1]
block = [160]
[[arguments]]
name = "c"
dtype = "float32"
shape = [512]
role = "out"
[[arguments]]
name = "x"
dtype = "float32"
shape = [3072]
"""
RELEASE = "if (t == WARP) arrive(empty);"


@pytest.mark.parametrize(
    "before, after, expected",
    [
        ("", RELEASE.replace("WARP", "0"), ""),
        ("", RELEASE.replace("WARP", "96"), ""),
        (RELEASE.replace("WARP", "0"), "", "race-overwrite"),
        ("", "last += tile[t];" + RELEASE.replace("WARP", "0"), "race-overwrite"),
    ],
    ids=["by the first warp", "by the last warp", "before the wait", "other warps read later"],
)
def test_one_warp_releases_the_operands(tmp_path, before, after, expected):
    text = KERNEL.replace("BEFORE", before).replace("AFTER", after)
    found = kinds_of_problems(tmp_path, text, LAUNCH)
    assert expected in found if expected else not found
