"""Faults that show in some orders of execution alone, and barriers of cooperative launches."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import Planted, check, findings

pytestmark = needs_compiler

GRID_BARRIER = """
__device__ void grid_barrier(int* counter, int wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    while (*(volatile int*)counter < wanted) {}
    __threadfence();
  }
  __syncthreads();
}
"""
IN_ORDERS = [
    Planted(
        "a barrier of the grid that is used twice without a reset",
        "race-read",
        """
        const int at = blockIdx.x * blockDim.x + threadIdx.x;
        out[at] = in[at];
        grid_barrier((int*)n, gridDim.x);
        const float other = out[255 - at];
        out[512 + at] = other; /*other*/
        grid_barrier((int*)n, CLEAN(2 *) gridDim.x);
        out[256 + at] = out[512 + 255 - at]; /*at*/
        """,
        before=GRID_BARRIER,
        grid=(2, 1, 1),
        memory="out",
        also=frozenset({"race-overwrite", "uninitialized", "race-write"}),
    ),
    Planted(
        "two groups of warps with one named barrier",
        "race-read",
        """
        __shared__ float tile[128];
        const int group = threadIdx.x / 64;
        if (group == 0) for (int i = 0; i < n[3]; i++) tile[threadIdx.x] = in[i];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        asm volatile("bar.sync %0, 64;" :: "r"(1 CLEAN(+ group)) : "memory");
        out[threadIdx.x] = tile[threadIdx.x ^ 32]; /*at*/
        """,
        memory="shared",
        also=frozenset({"race-overwrite", "uninitialized"}),
    ),
    Planted(
        "warps that count their arrivals twice without a reset",
        "race-read",
        """
        __shared__ float tile[64], other[64];
        const int at = threadIdx.x;
        tile[at] = in[at];
        meet((int*)n, 2);
        other[at] = tile[63 - at]; /*other*/
        meet((int*)n, CLEAN(2 *) 2);
        out[at] = other[63 - at]; /*at*/
        """,
        before="""
#include <cuda/atomic>
__device__ void meet(int* counter, int wanted) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_block> arrived(*counter);
    arrived.fetch_add(1, cuda::memory_order_acq_rel);
    while (arrived.load(cuda::memory_order_acquire) < wanted) {}
  }
  __syncwarp();
}
""",
        block=(64, 1, 1),
        memory="shared",
        also=frozenset({"uninitialized", "race-overwrite"}),
    ),
]
COOPERATIVE = Planted(
    "a block reads what another wrote, without a barrier of the grid",
    "race-read",
    """
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = in[at]; /*other*/
    CLEAN(cooperative_groups::this_grid().sync());
    out[512 + at] = out[255 - at]; /*at*/
    CLEAN(cooperative_groups::this_grid().sync());
    if (at == 0) out[1000] = out[700] + n[0];
    """,
    before="#include <cooperative_groups.h>\n",
    grid=(2, 1, 1),
    memory="out",
    cooperative=True,
    also=frozenset({"uninitialized"}),
)


@pytest.mark.parametrize("planted", IN_ORDERS, ids=lambda planted: planted.name)
def test_a_fault_of_one_order_is_found_and_its_twin_is_clean(planted):
    check(planted)


def test_a_finding_says_in_which_order():
    found, _ = findings(IN_ORDERS[0], faulty=True)
    assert all("in another order of execution: " in one.note for one in found.wrong)


def test_a_cooperative_launch_has_a_barrier_of_the_grid():
    check(COOPERATIVE)
