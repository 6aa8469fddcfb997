"""Indices that run from one shared or constant array into the next one: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.analyses.verification.verify import verify_file
from schedules.sources.kernel_files import FileKernel

pytestmark = needs_compiler

KERNEL = """
__constant__ float low[8] = {{1, 2, 3, 4, 5, 6, 7, 8}};
__constant__ float high[8] = {{5, 6, 7, 8, 9, 10, 11, 12}};
__device__ float global[8] = {{1, 2, 3, 4, 5, 6, 7, 8}};

extern "C" __global__ void k(float *out, int n) {{
  __shared__ float a[32];
  __shared__ float b[2][32];
  extern __shared__ float rest[];
  int t = threadIdx.x;
  a[t] = t;
  b[0][t] = b[1][t] = 2 * t;
  rest[t] = 3 * t;
  __syncthreads();
  out[t] = {value};
}}
"""
# What is out of bounds, and what is not: n is 3.
CLEAN = {
    "shared": "a[(t + n) & 31] + b[0][t]",
    "row": "b[0][t + 32] + low[0] + a[t]",
    "dynamic": "a[31 - t] + b[1][t] + rest[(t + n) & 31]",
    "constant": "low[(t + n) & 7] + high[t & 7] + a[0] + b[0][0]",
    # The code with gaps takes the address of `global` from its relocations.
    "global": "global[(t + n) & 7] + global[2] + a[t] + b[0][t]",
}
OVERRUNS = {
    "shared": ("a[(t + n) & 63] + b[0][t]", "__shared__ a byte 128"),
    "before": ("a[t] + b[0][t - n]", "__shared__ b byte -12"),
    "dynamic": ("a[t] + b[1][t + n] + rest[t]", "__shared__ b byte 256"),
    "global": ("global[t & 7] + a[(t + n) & 63] + b[0][t]", "__shared__ a byte 128"),
    "constant": ("low[t & 15] + high[t & 7] + a[0] + b[0][0]", "__constant__ low byte 32"),
}
LAUNCH = {
    "grid": [1],
    "block": [32],
    "dynamic_shared": 128,
    "arguments": [
        {"name": "out", "dtype": "float32", "shape": [32], "role": "out"},
        {"name": "n", "dtype": "int32", "value": 3},
    ],
}


@pytest.fixture
def kernel(tmp_path):
    def of(value: str) -> FileKernel:
        path = tmp_path / "k.cu"
        path.write_text(KERNEL.format(value=value))
        return FileKernel.load(str(path), LAUNCH)

    return of


def problems(kernel: FileKernel) -> list[str]:
    found = verify_file(kernel)
    assert found.notes == ()
    return [problem for check in found.checks for problem in check.problems]


@pytest.mark.parametrize("name", OVERRUNS)
def test_an_index_beyond_an_array_is_out_of_bounds_though_its_neighbour_is_there(kernel, name):
    value, where = OVERRUNS[name]
    (found,) = problems(kernel(value))
    assert found.startswith("out-of-bounds") and where in found and "CUDA line 15" in found


@pytest.mark.parametrize("name", CLEAN)
def test_an_index_within_an_array_is_no_finding(kernel, name):
    assert problems(kernel(CLEAN[name])) == []


def test_ptx_and_a_cubin_with_its_ptx_are_checked_too(kernel, tmp_path):
    made = kernel(OVERRUNS["shared"][0]).machine
    for name, data in {"k.ptx": made.ptx.encode(), "k.cubin": made.cubin}.items():
        (tmp_path / name).write_bytes(data)
        (found,) = problems(FileKernel.load(str(tmp_path / name), LAUNCH))
        assert "__shared__ a byte 128" in found
