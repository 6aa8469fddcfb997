// Five blocks add their eight values to plain totals under a spin lock; waiting threads sleep for longer and longer times.
#include <cuda/atomic>
extern "C" __global__ void add(int* lock, int* totals, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
  if (threadIdx.x == 0) {
    unsigned pause = 8;
    while (held.exchange(1, cuda::memory_order_acquire) != 0) {
      __nanosleep(pause);
      if (pause < 256) pause *= 2;
    }
    for (int k = 0; k < 8; ++k) totals[k] = totals[k] + x[blockIdx.x * 8 + k];
    held.store(0, cuda::memory_order_release);
  }
}
