// Blocks push nodes onto a list by compare and swap; the last block, which waits for all, adds up what the list holds.
// Fault: the node is linked by a relaxed compare and swap, so that its contents are not published (data race).
#include <cuda/atomic>
__device__ int node[6], head;
extern "C" __global__ void list(int* sum, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> first(head);
  int b = blockIdx.x;
#ifdef FAULT
  auto order = cuda::memory_order_relaxed;
#else
  auto order = cuda::memory_order_release;
#endif
  if (b < 3) {
    int seen = first.load(cuda::memory_order_relaxed);
    node[b * 2] = x[b] >> 3;
    do {
      node[b * 2 + 1] = seen;
    } while (!first.compare_exchange_strong(seen, b + 1, order, cuda::memory_order_relaxed));
  } else {
    int s = 0, n = 0;
    while (n < 3) {
      s = n = 0;
      for (int k = first.load(cuda::memory_order_acquire); k; k = node[k * 2 - 1], ++n) s += node[k * 2 - 2];
    }
    *sum = s;
  }
}
