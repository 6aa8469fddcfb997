"""Arrivals of one lane at an mbarrier without __syncwarp: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import MBARRIER, Planted, check, findings, thread

from gpusim.launch import TensorMap

pytestmark = needs_compiler

# `in` as 32 rows of 32 float32, in boxes of 16 rows.
IN = TensorMap(2, (32, 32), (128,), (32, 16), 4)

# A consumer warp (0) hands a buffer back to a producer warp (1), and the producer fills it.
PAIR = """
__shared__ float tile[64];
__shared__ unsigned long long full[1], empty[1];
int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
if (threadIdx.x == 0) {{ init(full, 1); init(empty, 1); }}
__syncthreads();
{body}
"""

FILLED = "tile[threadIdx.x % 64] = 0;\n__syncthreads();\n"
PRODUCER = """
if (warp == 1) {
  tile[lane] = in[lane]; /*other*/
  CLEAN(__syncwarp());
  if (lane == 0) arrive(full);
} else {
  wait(full, 0);
  out[lane] = tile[31 - lane]; /*at*/
}
"""
CONSUMER = """
if (warp == 0) {
  float value = tile[lane]; /*other*/
  CLEAN(__syncwarp());
  if (lane == 0) arrive(empty);
  out[lane] = value;
} else {
  wait(empty, 0);
  tile[31 - lane] = 1; /*at*/
}
"""
BY_TMA = """
__shared__ __align__(1024) float tile[512];
__shared__ unsigned long long full[1], empty[1];
int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
if (threadIdx.x == 0) { init(full, 1); init(empty, 1); fence(); }
__syncthreads();
if (warp == 1) {
  for (int row = 0; row < 32 && lane == 0; row += 16) {
    if (row) wait(empty, 0);
    expect(full, 2048);
    load(tile, map, row, full); /*at*/
  }
} else {
  for (int half = 0; half < 2; half++) {
    wait(full, half);
    for (int at = lane; at < 512; at += 32) out[half * 512 + at] = tile[at]; /*other*/
    CLEAN(__syncwarp());
    if (lane == 0) arrive(empty);
  }
}
"""
GLOBAL = """
if (warp == 1) {
  out[lane] = 1; /*other*/
  CLEAN(__syncwarp());
  if (lane == 0) arrive(full);
} else {
  wait(full, 0);
  out[lane + 32] = out[31 - lane]; /*at*/
}
"""


def pair(body: str, **more) -> Planted:
    names = {"block": (64, 1, 1), "before": MBARRIER, "kind": "warp-synchronous"}
    return Planted(body=PAIR.format(body=body), **{**names, **more})


ARRIVALS = [
    pair(PRODUCER, name="stores of other lanes", memory="shared"),
    pair(FILLED + CONSUMER, name="loads of other lanes", memory="shared"),
    pair(GLOBAL, name="stores to global memory", memory="out"),
    Planted(
        "loads before TMA fills the buffer again",
        "warp-synchronous",
        body=BY_TMA,
        memory="shared",
        block=(64, 1, 1),
        before=MBARRIER,
        maps=[IN],
        threads=(thread(32), thread(1)),
    ),
]


@pytest.mark.parametrize("planted", ARRIVALS, ids=lambda planted: planted.name)
def test_an_elected_lane_releases_its_warp_only_after_a_syncwarp(planted):
    check(planted)


# Each of these is clean without __syncwarp.
CLEAN = {
    "the lane's own accesses": """
if (warp == 1) {
  if (lane == 0) { tile[0] = in[0]; arrive(full); }
} else {
  wait(full, 0);
  out[lane] = tile[0];
}
""",
    "all lanes arrive": """
__shared__ unsigned long long all[1];
if (threadIdx.x == 0) init(all, 32);
__syncthreads();
if (warp == 1) {
  tile[lane] = in[lane];
  arrive(all);
} else {
  wait(all, 0);
  out[lane] = tile[31 - lane];
}
""",
    "a barrier of the warps that store": """
if (warp == 1) {
  tile[lane] = in[lane];
  asm volatile("bar.sync 1, 32;" ::: "memory");
  if (lane == 3) arrive(full);
} else {
  wait(full, 0);
  out[lane] = tile[31 - lane];
}
""",
    "a lane that has waited for the others' arrivals": """
__shared__ unsigned long long all[1];
if (threadIdx.x == 0) init(all, 32);
__syncthreads();
if (warp == 1) {
  tile[lane] = in[lane];
  arrive(all);
  wait(all, 0);
  if (lane == 0) arrive(full);
} else {
  wait(full, 0);
  out[lane] = tile[31 - lane];
}
""",
    "a relay: another warp passes on what it acquired": """
__shared__ unsigned long long all[1];
if (threadIdx.x == 0) init(all, 32);
__syncthreads();
if (warp == 1) {
  tile[lane] = in[lane];
  arrive(all);
} else if (warp == 2) {
  wait(all, 0);
  __syncwarp();
  if (lane == 0) arrive(full);
} else if (warp == 0) {
  wait(full, 0);
  out[lane] = tile[31 - lane];
}
""",
    "ldmatrix, which all lanes execute at once": """
if (warp == 0) {
  unsigned word;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(word) : "r"(place(tile) + lane % 8 * 16));
  if (lane == 0) arrive(empty);
  out[lane] = word;
} else {
  wait(empty, 0);
  tile[lane] = 1;
}
""",
    "mma, for which all lanes have loaded": """
if (warp == 0) {
  float a = tile[lane], c[4] = {};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},"
               " {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(__float_as_uint(a)));
  if (lane == 0) arrive(empty);
  out[lane] = c[0] + c[1] + c[2] + c[3];
} else {
  wait(empty, 0);
  tile[lane] = 1;
}
""",
}


@pytest.mark.parametrize("name", CLEAN)
def test_an_arrival_that_releases_enough_is_clean(name):
    found, _ = findings(pair(FILLED + CLEAN[name], name=name, block=(96, 1, 1)), faulty=True)
    assert not found.wrong, found.wrong
