"""Bulk copies and reductions, asynchronous stores within a cluster, and setmaxnreg."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import Compared, check
from exhaustive import every
from mbarrier_text import MBARRIER

from gpusim.device import run_cubin
from gpusim.launch import Struct, TensorMap
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
WORDS = np.arange(64, dtype=np.uint32)
COMMON = (
    MBARRIER
    + """
__device__ unsigned rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ unsigned at_rank(unsigned address, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;\\nbarrier.cluster.wait.aligned;" ::: "memory");
}
__device__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void end_stores() {
  asm volatile("cp.async.bulk.commit_group;\\ncp.async.bulk.wait_group 0;" ::: "memory");
}
"""
)
THERE_AND_BACK = """
extern "C" __global__ void k(float* y, const float* x) {
  __shared__ alignas(128) float tile[64];
  __shared__ unsigned long long full;
  int i = threadIdx.x;
  if (i == 0) { init(&full, 1); fence(); }
  __syncthreads();
  if (i == 0) {
    expect(&full, 256);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1], 256, [%2];"
                 :: "r"(place(tile)), "l"(x), "r"(place(&full)) : "memory");
  }
  WAIT(wait(&full, 0);)
  float value = tile[63 - i];
  __syncthreads();
  tile[i] = value * 2;
  FENCE(proxy_fence();)
  __syncthreads();
  if (i == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;"
                 :: "l"(y), "r"(place(tile)) : "memory");
    END(end_stores();)
  }
}
"""
KEPT = (
    "#define WAIT(...) __VA_ARGS__\n#define FENCE(...) __VA_ARGS__\n#define END(...) __VA_ARGS__\n"
)
REDUCE = """
extern "C" __global__ void k({type}* y, const {type}* x) {{
  __shared__ alignas(128) {type} tile[64];
  int i = threadIdx.x;
  tile[i] = x[i];
  proxy_fence();
  CLEAN(__syncthreads();)
  if (i == 0) {{
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.{name} [%0], [%1], %2;"
                 :: "l"(y), "r"(place(tile)), "n"(64 * sizeof({type})) : "memory");
    end_stores();
  }}
}}
"""
EXCHANGE = """
extern "C" __global__ void __cluster_dims__(2) k(unsigned* y, const unsigned* x) {
  __shared__ unsigned tile[32];
  __shared__ unsigned long long full;
  unsigned i = threadIdx.x, other = rank() ^ 1;
  SET(tile[i] = i;)
  if (i == 0) { init(&full, 1); fence(); expect(&full, 128); }
  cluster_sync();
  STORE
  CLEAN(wait(&full, 0);)
  y[rank() * 32 + i] = tile[i];
  cluster_sync();
}
"""
ST_ASYNC = """asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32"
    " [%0], %1, [%2];" :: "r"(at_rank(place(tile + i), other)), "r"(x[i] + rank() * 100),
    "r"(at_rank(place(&full), other)) : "memory");"""
RED_ASYNC = """asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
    ".add.u32 [%0], %1, [%2];" :: "r"(at_rank(place(tile + i), other)), "r"(x[i]),
    "r"(at_rank(place(&full), other)) : "memory");"""
BULK = """__shared__ alignas(16) unsigned mine[32];
  mine[i] = x[i] + rank() * 100;
  proxy_fence();
  __syncthreads();
  if (i == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
        " [%0], [%1], 128, [%2];" :: "r"(at_rank(place(tile), other)), "r"(place(mine)),
        "r"(at_rank(place(&full), other)) : "memory");"""
BULK_RED = BULK.replace("cp.async", "cp.reduce.async").replace(" + rank() * 100", "")
BULK_RED = BULK_RED.replace('::bytes"', '::bytes.add.u32"')
CROSSED = np.r_[100 + np.arange(32), np.arange(32)]
REGISTERS = """
extern "C" __global__ void __launch_bounds__(256, 1) k(unsigned* y) {
  int i = threadIdx.x;
  if (i < CLEAN(128) FAULT(96)) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    y[i] = i;
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    y[i] = 2 * i;
  }
}
"""
TENSOR = """
extern "C" __global__ void k(const float* x, const __grid_constant__ CUtensorMap map, float* y) {
  __shared__ alignas(128) float tile[32];
  int i = threadIdx.x;
  tile[i] = x[blockIdx.x * 32 + i];
  proxy_fence();
  __syncthreads();
  if (i == 0) {
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                 " [%0, {%2, %3}], [%1];"
                 :: "l"(&map), "r"(place(tile)), "r"(0), "r"(int(blockIdx.x % 2)) : "memory");
    CLEAN(end_stores();)
  }
}
"""


def copied(name: str, gone: str, fault: str, *also: str) -> Compared:
    text = KEPT.replace(f"{gone}(...) __VA_ARGS__", f"{gone}(...) CLEAN(__VA_ARGS__)")
    x = np.arange(64, dtype=np.float32)
    arguments = {"y": np.zeros(64, np.float32), "x": x}
    return Compared(
        name,
        text + COMMON + THERE_AND_BACK,
        arguments,
        2 * x[::-1],
        fault,
        64,
        also=frozenset(also),
    )


def reduced(kind: str, name: str, dtype: type, expected: np.ndarray) -> Compared:
    arguments = {"y": np.full(64, 20, dtype), "x": np.arange(64).astype(dtype)}
    text = COMMON + REDUCE.format(type=kind, name=name)
    also = frozenset({"proxy-fence"})
    return Compared(
        name, text, arguments, expected.astype(dtype), "race-read", 64, also=also, outputs=()
    )


def exchanged(name: str, store: str, expected: np.ndarray, fault: str, adds: bool) -> Compared:
    text = EXCHANGE.replace("STORE", store)
    keep = "#define SET(...) __VA_ARGS__\n" if adds else "#define SET(...)\n"
    arguments = {"y": np.zeros(64, np.uint32), "x": WORDS}
    also = frozenset({"out-of-bounds"})
    return Compared(name, keep + COMMON + text, arguments, expected, fault, grid=2, also=also)


CASES = [
    copied("a bulk copy that nothing waits for", "WAIT", "copy-not-awaited"),
    copied("a bulk copy without a proxy fence", "FENCE", "proxy-fence"),
    copied("a bulk copy at exit", "END", "copy-never-awaited"),
    reduced("unsigned", "add.u32", np.uint32, WORDS + 20),
    reduced("int", "max.s32", np.int32, np.maximum(WORDS, 20)),
    reduced("float", "add.f32", np.float32, WORDS + 20),
    reduced("unsigned long long", "or.b64", np.uint64, WORDS | 20),
    reduced("double", "add.f64", np.float64, WORDS + 20),
    exchanged("st.async", ST_ASYNC, CROSSED, "copy-not-awaited", False),
    exchanged("red.async", RED_ASYNC, np.tile(2 * np.arange(32), 2), "race-read", True),
    exchanged("a bulk reduction", BULK_RED, np.tile(2 * np.arange(32), 2), "race-read", True),
    exchanged("a bulk copy within a cluster", BULK, CROSSED, "copy-not-awaited", False),
    Compared(
        "setmaxnreg",
        REGISTERS,
        {"y": np.zeros(256, np.uint32)},
        np.where(np.arange(256) < 128, np.arange(256), 2 * np.arange(256)),
        "part-of-a-warp",
        256,
    ),
]


@pytest.mark.parametrize("case", every(CASES, 3), ids=lambda case: case.name)
def test_result(case):
    check(case)


FLOATS = pytest.mark.parametrize(("real", "size"), [("float", 4), ("double", 8)])


@FLOATS
def test_reduction_through_a_tensor_map(real, size):
    x = np.arange(128, dtype=f"f{size}")
    tensor = TensorMap(1, (32, 2), (32 * size,), (32, 1), size, dtype=f"f{size}")
    arguments = {"x": x, "map": tensor, "y": np.ones((2, 32), x.dtype)}
    expected = 1 + x.reshape(2, 2, 32).sum(axis=0)
    text = COMMON + TENSOR.replace("float", real)
    check(Compared("", text, arguments, expected, "copy-never-awaited", 32, 4, outputs=()))


@FLOATS
def test_tensor_map_within_a_struct(real, size):
    text = (
        COMMON
        + f"using Real = {real};"
        + """struct Arguments { int row; CUtensorMap map; Real* y; };
    extern "C" __global__ void k(const __grid_constant__ Arguments a) {
      __shared__ alignas(128) Real tile[32];
      __shared__ unsigned long long full;
      int i = threadIdx.x;
      if (i == 0) { init(&full, 1); fence(); }
      __syncthreads();
      if (i == 0) { expect(&full, sizeof(tile)); load(tile, a.map, a.row, &full); }
      wait(&full, 0);
      a.y[i] = tile[i];
    }"""
    )
    x = np.arange(128, dtype=f"f{size}").reshape(4, 32)
    tensor = TensorMap(0, (32, 4), (32 * size,), (32, 1), size)
    data = np.int32(2).tobytes().ljust(256, b"\0")
    arguments = {"a": Struct(data, {64: tensor, 192: "y"})}
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    memory = {"x": x, "y": np.zeros(32, x.dtype)}
    device, ran = run_cubin(cubin, arguments, (1, 1, 1), (32, 1, 1), memory=memory)
    assert not ran.findings.wrong
    assert (device.array("y") == x[2]).all()
    elsewhere = {"a": Struct(data, {192: "y"})}
    _, ran = run_cubin(cubin, elsewhere, (1, 1, 1), (32, 1, 1), memory=memory)
    assert "out-of-bounds" in ran.findings.names()
