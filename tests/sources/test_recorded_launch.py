"""`init --run`: the launch that a program's host code makes, of which the text says little."""

from __future__ import annotations

import pytest

from schedules.compile.nvcc import is_here

PROGRAM = """
#include <cuda.h>
#include <cstdlib>
struct Params { CUtensorMap map; float *y; int n; };
template <class T> __global__ void k(const __grid_constant__ T p, const float *x) {
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned size;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  if (i < p.n) p.y[i] = x[i] * size;
}
__global__ void other(float *x) { *x = 0; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *x, *all, *host = new float[n];
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  cudaMalloc(&x, 4 * n);
  cudaMalloc(&all, 8 * n);
  cudaMemcpy(x, host, 4 * n, cudaMemcpyHostToDevice);
  Params p = {};
  p.y = all + n;
  p.n = n;
  cuuint64_t shape[] = {16, 8}, strides[] = {64};
  cuuint32_t box[] = {8, 4}, steps[] = {1, 1};
  cuTensorMapEncodeTiled(&p.map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, x, shape, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_32B,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  other<<<1, 1>>>(x);
  cudaLaunchAttribute cluster[1];
  cluster[0].id = cudaLaunchAttributeClusterDimension;
  cluster[0].val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t launch = {4, 128, 0, 0, cluster, 1};
  cudaLaunchKernelEx(&launch, k<Params>, p, (const float *)x);
}
"""
RIGHT = "def reference(x, y, p):\n    return [[0 * x, 2 * x]]\n"


@pytest.mark.exhaustive
@pytest.mark.skipif(not is_here(), reason="needs nvcc")
def test_a_launch_is_recorded(tmp_path, cli):
    file, launch = tmp_path / "p.cu", tmp_path / "p.toml"
    file.write_text(PROGRAM)
    record = ["init", f"{file}:k", "--force", "--run", "500", "--arg", "x:float32[500]", "--arg"]
    code, _, err = cli(*record, "y:float32[2,100]:inout:zeros")
    assert code == 2 and "y has 800 bytes; the host allocates 4000" in err
    code, _, err = cli("init", f"{file}:kk", "--force", "--run", "500")
    assert code == 2 and "no kernel 'kk'" in err
    code, out, err = cli(*record, "y:float32[2,500]:inout:zeros")
    assert code == 0 and "before it, other" in out, err
    text = launch.read_text()
    assert "cluster = [2, 1, 1]" in text and 'array = "y", start = 2000' in text
    assert "extents = [8, 16], box = [4, 8], strides = [16]" in text and "swizzle = 32" in text
    (tmp_path / "right.py").write_text(RIGHT)
    launch.write_text(f'reference = "right.py"\n{text}')
    code, out, err = cli("verify", str(file.with_suffix(".cubin")))
    assert code == 0 and "correct" in out, out + err
