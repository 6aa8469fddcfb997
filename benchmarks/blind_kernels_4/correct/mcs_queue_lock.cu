// Three blocks add to a plain sum under an MCS lock: waiters form a list, each spins on its own word.
#include <cuda/atomic>
__device__ int tail, next_waiter[3], waiting[3];
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void locked_sums(int* sum, int* entries, const int* x) {
  if (threadIdx.x > 0) return;
  int me = blockIdx.x;
  Atomic last(tail), next(next_waiter[me]), wait(waiting[me]);
  for (int k = 0; k < 6; ++k) {
    next.store(0, cuda::memory_order_relaxed);
    wait.store(1, cuda::memory_order_relaxed);
    int before = last.exchange(me + 1, cuda::memory_order_acq_rel);
    if (before) {
      Atomic(next_waiter[before - 1]).store(me + 1, cuda::memory_order_release);
      while (wait.load(cuda::memory_order_acquire)) {}
    }
    *sum += x[me * 6 + k];
    ++*entries;
    int after = next.load(cuda::memory_order_acquire);
    if (!after) {
      int expected = me + 1;
      if (last.compare_exchange_strong(expected, 0, cuda::memory_order_acq_rel)) continue;
      while (!(after = next.load(cuda::memory_order_acquire))) {}
    }
    Atomic(waiting[after - 1]).store(0, cuda::memory_order_release);
  }
}
