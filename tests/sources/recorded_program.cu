// The program of test_recorded_launch.py.
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
