// Three blocks push eight numbers each through a ring of eight slots to a fourth; a slot's turn says who may use it next.
#include <cuda/atomic>
__device__ int slots[8];
using Turn = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void queue(int* y, int* turn, int* tail, const int* x) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 3) {
    for (int k = 0; k < 8; ++k) {
      int ticket = atomicAdd(tail, 1);
      Turn own(turn[ticket % 8]);
      while (own.load(cuda::memory_order_acquire) != ticket) {}
      slots[ticket % 8] = x[blockIdx.x * 8 + k];
      own.store(ticket + 1, cuda::memory_order_release);
    }
  } else {
    int sum = 0, mixed = 0;
    for (int k = 0; k < 24; ++k) {
      Turn own(turn[k % 8]);
      while (own.load(cuda::memory_order_acquire) != k + 1) {}
      int v = slots[k % 8];
      own.store(k + 8, cuda::memory_order_release);
      sum += v;
      mixed ^= v;
    }
    y[0] = sum;
    y[1] = mixed;
  }
}
