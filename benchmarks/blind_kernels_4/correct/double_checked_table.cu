// The first of four blocks that needs a table of squares builds it, the others wait; a released state word says that it is ready.
#include <cuda/atomic>
extern "C" __global__ void use_table(int* y, int* table, int* state, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*state);
  int t = threadIdx.x;
  if (t == 0 && ready.load(cuda::memory_order_acquire) != 2) {
    int expected = 0;
    if (ready.compare_exchange_strong(expected, 1, cuda::memory_order_relaxed)) {
      for (int i = 0; i < 64; ++i) table[i] = i * i + 1;
      ready.store(2, cuda::memory_order_release);
    } else {
      while (ready.load(cuda::memory_order_acquire) != 2) {}
    }
  }
  __syncthreads();
  y[blockIdx.x * 64 + t] = table[x[blockIdx.x * 64 + t]];
}
