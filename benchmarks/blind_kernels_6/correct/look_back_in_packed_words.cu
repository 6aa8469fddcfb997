// A scan in one pass: tickets number the blocks, whose status and sum are one word of 64 bits; predecessors are summed back.
#include <cuda/atomic>
using Status = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
extern "C" __global__ void scan(unsigned* y, const unsigned* x, unsigned long long* status, unsigned* ticket) {
  int lane = threadIdx.x;
  unsigned b = 0;
  if (lane == 0) b = atomicAdd(ticket, 1u);
  b = __shfl_sync(~0u, b, 0);
  unsigned v = x[b * 32 + lane];
  for (int d = 1; d < 32; d *= 2) {
    unsigned below = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += below;
  }
  unsigned before = 0;
  if (lane == 31) {
    const unsigned long long sum_only = 1ull << 32, prefix = 2ull << 32;
    if (b > 0) {
      Status(status[b]).store(sum_only | v, cuda::memory_order_release);
      for (int p = b - 1; p >= 0; --p) {
        unsigned long long s;
        while (((s = Status(status[p]).load(cuda::memory_order_acquire)) >> 32) == 0) {}
        before += (unsigned)s;
        if (s >= prefix) break;
      }
    }
    Status(status[b]).store(prefix | (before + v), cuda::memory_order_release);
  }
  before = __shfl_sync(~0u, before, 31);
  y[b * 32 + lane] = before + v;
}
