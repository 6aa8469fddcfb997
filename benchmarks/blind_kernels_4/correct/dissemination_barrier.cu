// Three rounds of exchange among four blocks; in a round's barrier each block signals the next one and then the next but one.
#include <cuda/atomic>
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void exchange(int* y, int* board, int* signals, const int* x) {
  int block = blockIdx.x, t = threadIdx.x, v = x[block * 32 + t];
  for (int round = 0; round < 3; ++round) {
    int* row = board + round % 2 * 128;
    row[block * 32 + t] = v;
    __syncthreads();
    if (t == 0) {
      for (int d = 0; d < 2; ++d) {
        Atomic(signals[d * 4 + (block + (1 << d)) % 4]).fetch_add(1, cuda::memory_order_release);
        while (Atomic(signals[d * 4 + block]).load(cuda::memory_order_acquire) <= round) {}
      }
    }
    __syncthreads();
    v = 2 * row[((block + 1) % 4) * 32 + t] - row[((block + 3) % 4) * 32 + 31 - t] + row[((block + 2) % 4) * 32 + t];
  }
  y[block * 32 + t] = v;
}
