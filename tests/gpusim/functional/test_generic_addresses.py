"""Generic pointers to shared, local and global memory, and to other blocks of the cluster."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import Compared, check
from exhaustive import every

pytestmark = needs_compiler
FIRST = np.arange(64, dtype=np.int32)
Y = np.zeros(64, np.int32)

MIXED = """
__device__ __noinline__ int sum(const int* p, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += p[i];
  return total;
}
__device__ __noinline__ void put(int* p, int value) { *p = value; }
__device__ __noinline__ void add(int* p, int value) { atomicAdd(p, value); }
extern "C" __global__ void k(int* y, const int* x, int* total) {
  __shared__ int tile[64];
  __shared__ int counts[2];
  int i = threadIdx.x, own[4];
  put(tile + i FAULT(+ 200), x[i] * 2);
  if (i < 2) counts[i] = 0;
  __syncthreads();
  for (int j = 0; j < 4; ++j) put(own + j, i + j);
  add(i & 1 ? counts + (i >> 1 & 1) : total, i);
  __syncthreads();
  y[i] = sum(i % 3 == 0 ? tile : i % 3 == 1 ? x : own, 4) + counts[0] + counts[1];
}
"""
FLOATS = """
extern "C" __global__ void k(float* y, const int* x) {
  __shared__ float tile[64];
  int i = threadIdx.x;
  tile[i] = i;
  CLEAN(__syncthreads();)
  float* p = x[i] & 1 ? tile + (i ^ 34) : y + i;
  atomicAdd(p, 1.0f);
  __syncthreads();
  int kind = 2 * __isShared(p) + 4 * __isLocal(p);
  y[i] += tile[i] + kind;
}
"""
CLUSTER = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) k(int* y, const int* x) {
  __shared__ int tile[32];
  auto cluster = cg::this_cluster();
  int i = threadIdx.x, rank = cluster.block_rank();
  tile[i] = x[rank * 32 + i];
  cluster.sync();
  int* other = cluster.map_shared_rank(tile, rank ^ 1);
  int value = other[31 - i];
  cluster.sync();
  other[i] = value;
  atomicAdd(other + i, 1);
  CLEAN(cluster.sync();) FAULT(__syncthreads();)
  y[rank * 32 + i] = tile[i];
}
"""
EXITS = CLUSTER.replace("FAULT(__syncthreads();)", "").replace("= tile[i];", "= value;")
OWN = np.array([0, 1, 2, 3], np.int32).sum()

CASES = [
    Compared(
        "shared, local and global memory in one function",
        MIXED,
        {"y": Y, "x": FIRST, "total": np.zeros(1, np.int32)},
        np.choose(FIRST % 3, [2 * OWN, OWN, 4 * FIRST + OWN]) + FIRST[1::2].sum(),
        "out-of-bounds",
        block=64,
        also=frozenset({"uninitialized", "race-write", "race-overwrite", "warp-synchronous"}),
    ),
    Compared(
        "float atomics, by compare-and-swap where the pointer is to shared memory",
        FLOATS,
        {"y": np.zeros(64, np.float32), "x": FIRST},
        FIRST + np.where(FIRST & 1, 3, 1),
        "race-write",
        block=64,
        also=frozenset({"uninitialized", "race-read", "race-overwrite", "warp-synchronous"}),
        outputs=(),
    ),
    Compared(
        "shared memory of another block of the cluster",
        CLUSTER,
        {"y": Y, "x": FIRST},
        1 + FIRST.reshape(2, 32)[:, ::-1].ravel(),
        "race-read",
        grid=2,
        also=frozenset({"out-of-bounds"}),
    ),
    Compared(
        "a block that exits before another has read its shared memory",
        EXITS,
        {"y": Y, "x": FIRST},
        FIRST.reshape(2, 32)[::-1, ::-1].ravel(),
        "out-of-bounds",
        grid=2,
    ),
]


@pytest.mark.parametrize("case", every(CASES, 4), ids=lambda case: case.name)
def test_result(case):
    check(case)
