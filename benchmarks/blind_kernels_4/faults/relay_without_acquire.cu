// Block 0 writes 32 values and tells block 1, which tells block 2, which reads them.
// Fault: block 1 receives by a relaxed load, so the values are not ordered before what it releases (broken chain, race on global).
#include <cuda/atomic>
#ifdef FAULT
#define RECEIVE cuda::memory_order_relaxed
#else
#define RECEIVE cuda::memory_order_acquire
#endif
extern "C" __global__ void relay(int* y, int* data, int* flags, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> first(flags[0]), second(flags[1]);
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 3 * x[t];
    __syncthreads();
    if (t == 0) first.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    if (t == 0) {
      while (first.load(RECEIVE) == 0) {}
      second.store(1, cuda::memory_order_release);
    }
  } else {
    if (t == 0) {
      while (second.load(cuda::memory_order_acquire) == 0) {}
    }
    __syncthreads();
    y[t] = data[31 - t] + 1;
  }
}
