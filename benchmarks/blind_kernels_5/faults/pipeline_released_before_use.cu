// libcu++'s pipeline of a block with two stages brings six tiles of 64 integers; threads combine mirrored elements.
// Fault: the stage is released before it is read, so a thread that is ahead refills it for a slower one (race on shared).
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ void tiles(int* y, const int* x) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x;
  x += blockIdx.x * 384;
  y += blockIdx.x * 384;
  for (int k = 0; k < 2; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[k][t], &x[k * 64 + t], cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
  }
  for (int k = 0; k < 6; ++k) {
    pipe.consumer_wait();
#ifdef FAULT
    pipe.consumer_release();
#endif
    y[k * 64 + t] = tile[k % 2][t] - 2 * tile[k % 2][63 - t];
#ifndef FAULT
    pipe.consumer_release();
#endif
    if (k + 2 < 6) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[k % 2][t], &x[(k + 2) * 64 + t], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
  }
}
