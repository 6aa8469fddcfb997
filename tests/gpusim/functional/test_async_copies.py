"""cp.async of fewer bytes than its width: the rest is filled with zeros, nothing more is read."""

from __future__ import annotations

import numpy as np
import pytest

from gpusim.device import run_cubin
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

TEXT = """
extern "C" __global__ void k(unsigned char* a, const unsigned char* b, const int* sizes) {
  __shared__ __align__(16) unsigned char tile[32][WIDTH];
  unsigned to = (unsigned)__cvta_generic_to_shared(tile[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], WIDTH, %2;"
               :: "r"(to), "l"(b + WIDTH * threadIdx.x), "r"(sizes[threadIdx.x]) : "memory");
  asm volatile("cp.async.commit_group; cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  for (int i = 0; i < WIDTH; i++) a[WIDTH * threadIdx.x + i] = tile[threadIdx.x][i];
}
"""


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize("fault", [0, 1])
def test_a_source_size_below_the_width(width, fault):
    sizes = (np.arange(32) % (width + 1)).astype(np.int32)
    # The array ends within the last copy, or before its last byte.
    sizes[31] = 3
    b = np.arange(1, 31 * width + 3 - fault + 1).astype(np.uint8)
    cubin = Compiler(Target.parse("sm_90")).compile(TEXT.replace("WIDTH", str(width))).cubin
    arguments = {"a": np.zeros(32 * width, np.uint8), "b": b, "sizes": sizes}
    device, launch = run_cubin(cubin, arguments, grid=(1, 1, 1), block=(32, 1, 1))
    found = [(one.kind.name, one.memory, one.count) for one in launch.findings.wrong]
    assert found == ([("out-of-bounds", "b", 1)] if fault else [])
    rows = np.pad(b, (0, 32 * width - b.size)).reshape(32, width)
    expected = np.where(np.arange(width) < sizes[:, None], rows, 0)
    got = device.array("a").reshape(32, width)
    assert (got[:31] == expected[:31]).all() and (fault or (got == expected).all())
