// One block changes a pair of words ten times under a sequence lock; another reads it until the last version has come.
// Fault: the reader loads the pair by plain loads, which conflict with the writer's stores (data race).
#include <cuda/atomic>
using ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__global__ void sequence_lock(unsigned* y, unsigned* version, unsigned* pair, const unsigned* x) {
  ref v(*version), a(pair[0]), b(pair[1]);
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < 10; i++) {
      v.store(2 * i + 1, cuda::memory_order_relaxed);
      cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
      a.store(x[i], cuda::memory_order_relaxed);
      b.store(~x[i], cuda::memory_order_relaxed);
      v.store(2 * i + 2, cuda::memory_order_release);
    }
  } else {
    unsigned first = 0, second = 0, bad = 0, before, after;
    do {
      before = v.load(cuda::memory_order_acquire);
#ifdef FAULT
      first = pair[0];
      second = pair[1];
#else
      first = a.load(cuda::memory_order_relaxed);
      second = b.load(cuda::memory_order_relaxed);
#endif
      cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
      after = v.load(cuda::memory_order_relaxed);
      if (before == after && !(before & 1) && before && first != ~second) bad++;
    } while (before != 20 || after != 20);
    y[0] = first;
    y[1] = bad;
  }
}
