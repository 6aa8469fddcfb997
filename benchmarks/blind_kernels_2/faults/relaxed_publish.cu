// One thread publishes a value with cuda::atomic_ref, a thread of another block waits for it.
// Fault: the flag is stored with memory_order_relaxed, so the value is not ordered before it.
#include <cuda/atomic>
#ifdef FAULT
#define ORDER cuda::memory_order_relaxed
#else
#define ORDER cuda::memory_order_release
#endif
extern "C" __global__ void publish(float* y, float* data, int* flag, const float* x) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    *data = *x * 4;
    f.store(7, ORDER);
  } else {
    while (f.load(cuda::memory_order_acquire) != 7) {}
    *y = *data - 1;
  }
}
