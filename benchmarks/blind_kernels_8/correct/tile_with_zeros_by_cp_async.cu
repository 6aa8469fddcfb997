// The five-point sum of an image of 13 x 14, zero outside; tiles of 8 x 8 with a border come by cp.async of 4 bytes, or zeros.
#include <cuda_pipeline_primitives.h>
__global__ void stencil(int* y, const int* x, int h, int w) {
  __shared__ int tile[10][10];
  const int t = threadIdx.y * 8 + threadIdx.x;
  for (int i = t; i < 100; i += 64) {
    const int r = (int)blockIdx.y * 8 + i / 10 - 1, c = (int)blockIdx.x * 8 + i % 10 - 1;
    const bool inside = r >= 0 && r < h && c >= 0 && c < w;
    __pipeline_memcpy_async(&tile[i / 10][i % 10], inside ? x + r * w + c : x, 4, inside ? 0 : 4);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 8 + threadIdx.x, i = threadIdx.y + 1, j = threadIdx.x + 1;
  if (r < h && c < w) y[r * w + c] = tile[i - 1][j] + tile[i + 1][j] + tile[i][j - 1] + tile[i][j + 1] - 4 * tile[i][j];
}
