// Vyukov's bounded queue in shared memory: cells with sequence numbers, one warp produces, one consumes; each item counts once.
#include <cuda/atomic>
struct Cell {
  int sequence, value;
};
extern "C" __global__ void queue(int* y) {
  __shared__ Cell cells[8];
  __shared__ int tail, head;
  int t = threadIdx.x;
  if (t < 8) cells[t].sequence = t;
  if (t == 0) tail = head = 0;
  __syncthreads();
  if (t < 32) {
    int pos = atomicAdd(&tail, 1);
    Cell& c = cells[pos & 7];
    cuda::atomic_ref<int, cuda::thread_scope_block> seq(c.sequence);
    while (seq.load(cuda::memory_order_acquire) != pos) {}
    c.value = t;
    seq.store(pos + 1, cuda::memory_order_release);
  } else {
    int pos = atomicAdd(&head, 1);
    Cell& c = cells[pos & 7];
    cuda::atomic_ref<int, cuda::thread_scope_block> seq(c.sequence);
    while (seq.load(cuda::memory_order_acquire) != pos + 1) {}
    int v = c.value;
    seq.store(pos + 8, cuda::memory_order_release);
    atomicAdd(&y[v], v + 1);
  }
}
