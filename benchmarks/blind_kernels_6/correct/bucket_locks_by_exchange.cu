// The least and the greatest value of 8 buckets, updated together under a spin lock per bucket (acquire, release).
#include <cuda/atomic>
extern "C" __global__ void bounds(int* low, int* high, unsigned* lock, const int* x) {
  if (threadIdx.x % 4 != 0) return;
  int i = threadIdx.x / 4, v = x[blockIdx.x * 8 + i], b = v % 8;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> l(lock[b]);
  bool done = false;
  while (!done) {
    if (l.exchange(0, cuda::memory_order_acquire) == 1) {
      low[b] = min(low[b], v);
      high[b] = max(high[b], v);
      l.store(1, cuda::memory_order_release);
      done = true;
    }
  }
}
