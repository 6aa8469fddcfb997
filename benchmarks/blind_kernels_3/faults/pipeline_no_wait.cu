// libcu++'s pipeline copies tiles to shared memory in two stages; each thread reads its neighbour's word.
// Fault: consumer_wait is missing, so the barrier alone does not order the asynchronous copies before the reads.
#include <cuda/pipeline>
extern "C" __global__ void tiles(int* y, const int* x) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  x += blockIdx.x * 256;
  y += blockIdx.x * 256;
  auto pipe = cuda::make_pipeline();
  for (int load = 0, k = 0; k < 4; ++k) {
    for (; load < 4 && load < k + 2; ++load) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[load & 1][t], &x[load * 64 + t], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
#ifndef FAULT
    pipe.consumer_wait();
#endif
    __syncthreads();
    y[k * 64 + t] = s[k & 1][t ^ 1];
    __syncthreads();
    pipe.consumer_release();
  }
}
