// The first block's value reaches the third block through two flags; the second block adds to it and passes the turn on.
// Fault: the second block raises the second flag by a relaxed store (data race between its store and the third block's load).
#include <cuda/atomic>
__global__ void relay(int* y, int* value, int* flags, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> first(flags[0]), second(flags[1]);
  if (blockIdx.x == 0) {
    *value = x[0];
    first.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (first.load(cuda::memory_order_acquire) == 0) {
    }
    *value += x[1];
#ifdef FAULT
    second.store(1, cuda::memory_order_relaxed);
#else
    second.store(1, cuda::memory_order_release);
#endif
  } else {
    while (second.load(cuda::memory_order_acquire) == 0) {
    }
    *y = *value * 2;
  }
}
