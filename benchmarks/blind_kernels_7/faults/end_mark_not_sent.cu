// The first warp sends numbers, with a final -1, through a ring of four cells with flags to the second, which adds them up.
// Fault: if the count is a multiple of four, the final -1 is not sent (deadlock for such inputs only).
#include <cuda/atomic>
extern "C" __global__ void stream(int* y, const int* count, const int* x) {
  __shared__ int cell[4], flag[4];
  int t = threadIdx.x;
  if (t < 4) flag[t] = 0;
  __syncthreads();
  if (t == 0) {
    int n = count[blockIdx.x];
#ifdef FAULT
    int items = n % 4 == 0 ? n : n + 1;
#else
    int items = n + 1;
#endif
    for (int k = 0; k < items; ++k) {
      cuda::atomic_ref<int, cuda::thread_scope_block> f(flag[k % 4]);
      while (f.load(cuda::memory_order_acquire) != 0) {}
      cell[k % 4] = k < n ? x[blockIdx.x * 16 + k] : -1;
      f.store(1, cuda::memory_order_release);
    }
  } else if (t == 32) {
    int s = 0;
    for (int k = 0;; ++k) {
      cuda::atomic_ref<int, cuda::thread_scope_block> f(flag[k % 4]);
      while (f.load(cuda::memory_order_acquire) != 1) {}
      int v = cell[k % 4];
      f.store(0, cuda::memory_order_release);
      if (v < 0) break;
      s += v;
    }
    y[blockIdx.x] = s;
  }
}
