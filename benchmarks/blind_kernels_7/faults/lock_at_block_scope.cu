// Four blocks add to two plain sums under one lock.
// Fault: the lock is taken and released at the scope of the block, although blocks contend for it (data race).
#include <cuda/atomic>
#ifdef FAULT
constexpr auto scope = cuda::thread_scope_block;
#else
constexpr auto scope = cuda::thread_scope_device;
#endif
extern "C" __global__ void add(int* sums, int* lock, const int* x) {
  cuda::atomic_ref<int, scope> l(*lock);
  for (int k = 0; k < 3; ++k) {
    int v = x[blockIdx.x * 3 + k] >> 6;
    while (l.exchange(1, cuda::memory_order_acquire) != 0) {}
    sums[0] += v;
    sums[1] ^= v;
    l.store(0, cuda::memory_order_release);
  }
}
