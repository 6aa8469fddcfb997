// The first block to come builds a table of 32 entries; all others wait until it is ready and look values up.
// Fault: waiting blocks read the state by relaxed loads, which does not order the table's reads behind it (data race).
#include <cuda/atomic>
extern "C" __global__ void look_up(int* y, int* table, int* state, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> s(*state);
  __shared__ int builder;
  int t = threadIdx.x;
  if (t == 0) {
    int expected = 0;
    builder = s.compare_exchange_strong(expected, 1, cuda::memory_order_relaxed);
  }
  __syncthreads();
  if (builder) {
    table[t] = t * t * 7;
    __syncthreads();
    if (t == 0) s.store(2, cuda::memory_order_release);
  } else {
#ifdef FAULT
    while (s.load(cuda::memory_order_relaxed) != 2) {}
#else
    while (s.load(cuda::memory_order_acquire) != 2) {}
#endif
    __syncthreads();
  }
  y[blockIdx.x * 32 + t] = table[x[blockIdx.x * 32 + t]];
}
