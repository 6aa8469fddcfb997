"""Verdicts that the seventh blind set showed to be wrong."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler


def argument(name: str, dtype: str, size: int, more: str = "") -> str:
    return f'[[arguments]]\nname = "{name}"\ndtype = "{dtype}"\nshape = [{size}]\n{more}\n'


OUT = 'role = "out"'


# The first warp builds a table that bytes index; the smallest array has more elements than a byte
# has values.
TABLE = """
extern "C" __global__ void k(unsigned char *y, const unsigned char *x) {
  __shared__ unsigned char table[256];
  int t = threadIdx.x;
  if (t < 32)
    for (int k = t; k < 256; k += 32) table[k] = k * k / 255;
  SYNCHRONIZE();
  for (int k = t; k < 512; k += 128) y[k] = table[x[k]];
}
"""


@pytest.mark.parametrize("synchronize, kind", [("__syncthreads", ""), ("__syncwarp", "race-read")])
def test_the_range_of_an_index_is_within_its_dtype(tmp_path, synchronize, kind):
    launch = "grid = [1]\nblock = [128]\n" + argument("y", "uint8", 512, OUT)
    launch += argument("x", "uint8", 512)
    found = kinds_of_problems(tmp_path, TABLE.replace("SYNCHRONIZE", synchronize), launch)
    assert kind in found if kind else not found


# The upper half of a word is added by compare and swap; whether its loop repeats depends on other
# threads, not on the word's value.
SWAPPED = """
extern "C" __global__ void k(unsigned *y, const unsigned *x) {
  __shared__ unsigned sums[8];
  int t = threadIdx.x;
  if (t < 8) sums[t] = 0;
  __syncthreads();
  unsigned *sum = sums + (x[t] & 7), seen = atomicAdd(sum, 0), made = seen + (x[t] >> 16);
  while (true) {
    unsigned old = atomicCAS(sum, seen, made);
    if (old == seen) break;
    seen = old;
    AGAIN;
  }
  __syncthreads();
  if (t < 8) y[t] = sums[t];
}
"""
SUMS = """
import numpy as np
def reference(y, x):
    return np.bincount(x & 7, x >> 16, 8).astype(np.uint32)
"""


@pytest.mark.parametrize("again, kind", [("made = seen + (x[t] >> 16)", ""), ("", "y")])
def test_a_loop_of_compare_and_swap_does_not_narrow_values(tmp_path, again, kind):
    (tmp_path / "sums.py").write_text(SUMS)
    launch = 'grid = [1]\nblock = [32]\nreference = "sums.py"\n' + argument("y", "uint32", 8, OUT)
    launch += argument("x", "uint32", 32)
    found = kinds_of_problems(tmp_path, SWAPPED.replace("AGAIN", again), launch)
    assert kind in found if kind else not found


# Lanes reduce the values of their branch; the masks name all lanes, or those of the branch.
BRANCHES = """
extern "C" __global__ void k(int *y, const int *x) {
  int t = threadIdx.x, v = x[t];
  unsigned even = __ballot_sync(~0u, v % 2 == 0), first = FIRST, second = SECOND;
  if (v % 2 == 0) y[t] = __reduce_add_sync(first, v);
  else y[t] = __reduce_max_sync(second, v);
}
"""


@pytest.mark.parametrize(
    "first, second, kinds", [("even", "~even", set()), ("~0u", "~0u", {"part-of-a-warp"})]
)
def test_all_lanes_of_the_mask_execute_the_same_reduction(tmp_path, first, second, kinds):
    text = BRANCHES.replace("FIRST", first).replace("SECOND", second)
    launch = "grid = [1]\nblock = [32]\n" + argument("y", "int32", 32, OUT)
    assert kinds_of_problems(tmp_path, text, launch + argument("x", "int32", 32)) == kinds


# A warp adds its values to a row by a bulk reduction, waits for it, and reads the row.
REDUCTION = """
__device__ unsigned address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void k(int *y, int *row, const int *x) {
  __shared__ alignas(16) int held[32];
  int t = threadIdx.x;
  held[t] = x[t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 128;"
                 ::"l"(row), "r"(address(held)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\\ncp.async.bulk.wait_groupREAD 0;" ::: "memory");
  }
  __syncwarp();
  y[t] = row[t];
}
"""


@pytest.mark.parametrize("read, kinds", [("", set()), (".read", {"copy-not-awaited"})])
def test_a_bulk_reduction_has_read_its_source_before_it_has_written(tmp_path, read, kinds):
    launch = "grid = [1]\nblock = [32]\n" + argument("y", "int32", 32, OUT)
    launch += argument("row", "int32", 32, 'role = "inout"') + argument("x", "int32", 32)
    assert kinds_of_problems(tmp_path, REDUCTION.replace("READ", read), launch) == kinds


# Two blocks of a cluster count in the shared memory of the first.
COUNTER = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) k(int *y, const int *x) {
  __shared__ int counter;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) counter = 0;
  cluster.sync();
  int *first = cluster.map_shared_rank(&counter, RANK);
  ADD(first, x[blockIdx.x * 32 + threadIdx.x]);
  cluster.sync();
  if (threadIdx.x == 0) y[blockIdx.x] = counter;
}
"""


@pytest.mark.parametrize(
    "add, rank, kinds",
    [
        ("atomicAdd", "0", set()),
        ("atomicAdd_block", "cluster.block_rank()", set()),
        ("atomicAdd_block", "0", {"race-write"}),
    ],
)
def test_atomics_on_shared_memory_of_a_cluster_have_a_scope(tmp_path, add, rank, kinds):
    launch = "grid = [2]\nblock = [32]\n" + argument("y", "int32", 2, OUT)
    text = COUNTER.replace("ADD", add).replace("RANK", rank)
    assert kinds_of_problems(tmp_path, text, launch + argument("x", "int32", 64)) == kinds


# Each block raises its flag and counts if the other's is down.
FLAGS = """
extern "C" __global__ void k(int *counter, int *flag) {
  int b = blockIdx.x, seen;
  asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag + b) : "memory");
  asm volatile("fence.ORDER.gpu;" ::: "memory");
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag + 1 - b) : "memory");
  if (!seen) ++*counter;
}
"""


@pytest.mark.parametrize("order, kind", [("sc", ""), ("acq_rel", "race-overwrite")])
def test_only_a_sequentially_consistent_fence_orders_a_store_before_a_load(tmp_path, order, kind):
    zeros = 'role = "inout"\nvalues = "zeros"'
    launch = "grid = [2]\nblock = [1]\n" + argument("counter", "int32", 1, zeros)
    launch += argument("flag", "int32", 2, zeros)
    found = kinds_of_problems(tmp_path, FLAGS.replace("ORDER", order), launch)
    assert kind in found if kind else not found
