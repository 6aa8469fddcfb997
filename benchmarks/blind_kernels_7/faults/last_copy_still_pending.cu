// Sums of six tiles of 64 words, each mirrored, by the pipeline primitives in two stages.
// Fault: the last tile is waited for like the others, with one younger copy allowed to be pending (data race).
#include <cuda_pipeline.h>
extern "C" __global__ void sums(int* y, const int* x) {
  __shared__ int stage[2][64];
  int t = threadIdx.x, s = 0;
  const int* mine = x + blockIdx.x * 384;
  __pipeline_memcpy_async(&stage[0][t], mine + t, 4);
  __pipeline_commit();
  for (int k = 0; k < 6; ++k) {
    if (k + 1 < 6) {
      __pipeline_memcpy_async(&stage[(k + 1) & 1][t], mine + (k + 1) * 64 + t, 4);
      __pipeline_commit();
    }
#ifdef FAULT
    __pipeline_wait_prior(1);
#else
    if (k + 1 < 6) __pipeline_wait_prior(1);
    else __pipeline_wait_prior(0);
#endif
    __syncthreads();
    s += stage[k & 1][63 - t];
    __syncthreads();
  }
  y[blockIdx.x * 64 + t] = s;
}
