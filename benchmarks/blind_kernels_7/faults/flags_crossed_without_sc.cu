// Two blocks each raise a flag and enter a section only if the other's flag is down; who enters adds one to a plain counter.
// Fault: the fence between raising a flag and reading the other is acq_rel instead of sc, so that both may enter (data race).
#include <cuda/atomic>
__device__ int entered[2];
extern "C" __global__ void enter(int* counter, int* flag, int rounds) {
  int b = blockIdx.x, n = 0;
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(flag[b]), other(flag[b ^ 1]);
  for (int k = 0; k < rounds; ++k) {
    mine.store(1, cuda::memory_order_relaxed);
#ifdef FAULT
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
    asm volatile("fence.sc.gpu;" ::: "memory");
#endif
    if (other.load(cuda::memory_order_acquire) == 0) {
      *counter += 1;
      ++n;
    }
    mine.store(0, cuda::memory_order_release);
  }
  entered[b] = n;
  __threadfence();
  cuda::atomic_ref<int, cuda::thread_scope_device> done(flag[2]);
  if (done.fetch_add(1, cuda::memory_order_acq_rel) == 1) *counter -= entered[0] + entered[1];
}
