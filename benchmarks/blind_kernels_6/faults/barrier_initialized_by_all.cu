// Reverses 64 values per block in shared memory, with a cuda::barrier between writing and reading.
// Fault: every thread initializes the barrier, and nothing separates that from the first arrival (race on the barrier).
#include <cuda/barrier>
#include <cuda/std/utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void reverse(int* out, const int* x) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier ready;
  __shared__ int s[64];
  int t = threadIdx.x;
#ifdef FAULT
  init(&ready, 64);
#else
  if (t == 0) init(&ready, 64);
  __syncthreads();
#endif
  s[t] = x[blockIdx.x * 64 + t];
  ready.arrive_and_wait();
  out[blockIdx.x * 64 + t] = s[63 - t];
}
