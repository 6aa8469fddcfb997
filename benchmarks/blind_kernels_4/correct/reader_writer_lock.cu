// One block changes a pair of words ten times, two others read it ten times each, under a lock for many readers or one writer.
#include <cuda/atomic>
__device__ int state;
extern "C" __global__ void read_and_write(int* consistent, int* pair, const int* x) {
  constexpr int WRITER = 1 << 20;
  if (threadIdx.x > 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(state);
  int good = 0;
  for (int k = 0; k < 10; ++k) {
    if (blockIdx.x == 0) {
      int expected = 0;
      while (!lock.compare_exchange_weak(expected, WRITER, cuda::memory_order_acquire, cuda::memory_order_relaxed)) expected = 0;
      pair[0] += x[k];
      pair[1] -= x[k];
      good += pair[0] + pair[1] == 0;
      lock.fetch_sub(WRITER, cuda::memory_order_release);
    } else {
      while (lock.fetch_add(1, cuda::memory_order_acquire) >= WRITER) {
        lock.fetch_sub(1, cuda::memory_order_relaxed);
        __nanosleep(100);
      }
      good += pair[0] + pair[1] == 0;
      lock.fetch_sub(1, cuda::memory_order_release);
    }
  }
  consistent[blockIdx.x] = good;
}
