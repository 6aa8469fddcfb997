"""Verdicts that the sixth blind set showed to be wrong."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler


# Lanes 4 to 7 read lanes 8 to 11, which do not take part. Lane 1's sum depends on that, lane 0's
# does not.
SUM = """
extern "C" __global__ void k(int *y, const int *x) {
  int t = threadIdx.x;
  if (t < 8) {
    int v = x[t];
    for (int d = 4; d; d /= 2) v += __shfl_down_sync(0xffu, v, d);
    if (t == LANE) y[0] = v;
  }
}
"""
ARRAYS = """
[[arguments]]
name = "y"
dtype = "int32"
shape = [Y]
role = "out"
[[arguments]]
name = "x"
dtype = "int32"
shape = [32]
"""


@pytest.mark.parametrize("lane, kinds", [(0, set()), (1, {"inactive-lane"})])
def test_what_an_absent_lane_would_have_given_counts_where_it_is_used(tmp_path, lane, kinds):
    launch = "grid = [1]\nblock = [32]\n" + ARRAYS.replace("[Y]", "[1]")
    assert kinds_of_problems(tmp_path, SUM.replace("LANE", str(lane)), launch) == kinds


# A block stores a number and a flag in its peer's shared memory; the peer polls the flag.
PEERS = """
__device__ unsigned address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned of_peer(unsigned local, unsigned rank) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(local), "r"(rank));
  return mapped;
}
__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release;\\nbarrier.cluster.wait.acquire;" ::: "memory");
}
extern "C" __global__ void __cluster_dims__(2) k(int *y, const int *x) {
  __shared__ int number;
  __shared__ unsigned flag;
  unsigned peer = blockIdx.x % 2 ^ 1;
  if (threadIdx.x == 0) flag = 0;
  meet();
  if (threadIdx.x == 0) {
    asm volatile("st.shared::cluster.u32 [%0], %1;"
                 ::"r"(of_peer(address(&number), peer)), "r"(x[blockIdx.x]) : "memory");
    asm volatile("st.release.SCOPE.shared::cluster.u32 [%0], 1;"
                 ::"r"(of_peer(address(&flag), peer)) : "memory");
    unsigned seen;
    do asm volatile("ld.acquire.SCOPE.shared::cta.u32 %0, [%1];"
                    : "=r"(seen) : "r"(address(&flag)) : "memory");
    while (!seen);
    y[blockIdx.x] = number;
  }
  meet();
}
"""


@pytest.mark.parametrize("scope, kinds", [("cluster", set()), ("cta", {"race-read"})])
def test_a_poll_of_shared_memory_acquires_beyond_its_block(tmp_path, scope, kinds):
    launch = "grid = [2]\nblock = [32]\n" + ARRAYS.replace("[Y]", "[2]")
    assert kinds_of_problems(tmp_path, PEERS.replace("SCOPE", scope), launch) == kinds
