// Copies two tiles of 64 values per block asynchronously with a pipeline per thread; values are read mirrored.
// Fault: a thread waits for its own copies only and then reads those of other threads (race on shared).
#include <cuda/pipeline>
extern "C" __global__ void mirror(float* out, const float* x) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  const float* from = x + blockIdx.x * 128;
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 2; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i][t], &from[i * 64 + t], sizeof(float), pipe);
    pipe.producer_commit();
  }
  for (int i = 0; i < 2; ++i) {
    pipe.consumer_wait();
#ifndef FAULT
    __syncthreads();
#endif
    out[blockIdx.x * 128 + i * 64 + t] = s[i][63 - t];
    pipe.consumer_release();
  }
}
