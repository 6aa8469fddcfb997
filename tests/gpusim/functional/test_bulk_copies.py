"""Reductions through a tensor map, and a tensor map in a struct."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from accesses import needs_compiler
from compared import Compared, check
from mbarrier_text import MBARRIER

from gpusim.device import run_cubin
from gpusim.launch import Struct, TensorMap
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
COMMON = (
    MBARRIER
    + tomllib.loads(Path(__file__).with_name("bulk_copies.toml").read_text())["prelude"]["common"]
)
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
