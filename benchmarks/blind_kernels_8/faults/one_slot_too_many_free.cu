// One warp sends 16 rows of 32 numbers through a ring of four slots in shared memory to another one, with counts of filled and freed slots.
// Fault: the sender takes five slots for free at the beginning, so that it overwrites a slot that has not been read (data race).
#include <cuda/atomic>
using counter = cuda::atomic_ref<int, cuda::thread_scope_block>;
__global__ void ring(int* y, const int* x) {
  __shared__ int slot[4][32], filled, freed;
  const int lane = threadIdx.x & 31;
#ifdef FAULT
  const int capacity = 5;
#else
  const int capacity = 4;
#endif
  if (threadIdx.x == 0) filled = freed = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < 16; i++) {
      while (counter(freed).load(cuda::memory_order_acquire) + capacity <= i) {
      }
      slot[i & 3][lane] = x[i * 32 + lane];
      __syncwarp();
      if (lane == 0) counter(filled).store(i + 1, cuda::memory_order_release);
    }
  } else {
    for (int i = 0; i < 16; i++) {
      while (counter(filled).load(cuda::memory_order_acquire) <= i) {
      }
      y[i * 32 + lane] = slot[i & 3][31 - lane] ^ i;
      __syncwarp();
      if (lane == 0) counter(freed).store(i + 1, cuda::memory_order_release);
    }
  }
}
