// Block 1 reads 32 values and says so; block 0 then replaces them; block 1 waits for that and returns how they have changed.
// Fault: block 1 waits by relaxed loads, so its second read may find the old values in its L1 cache (missing acquire, race on global).
#include <cuda/atomic>
#ifdef FAULT
#define WAIT cuda::memory_order_relaxed
#else
#define WAIT cuda::memory_order_acquire
#endif
extern "C" __global__ void changes(int* y, int* data, int* flags, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> seen(flags[0]), replaced(flags[1]);
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) {
      while (seen.load(cuda::memory_order_acquire) == 0) {}
    }
    __syncthreads();
    data[t] = 3 * x[t];
    __syncthreads();
    if (t == 0) replaced.store(1, cuda::memory_order_release);
  } else {
    int before = data[31 - t];
    __syncthreads();
    if (t == 0) {
      seen.store(1, cuda::memory_order_release);
      while (replaced.load(WAIT) == 0) {}
    }
    __syncthreads();
    y[t] = data[31 - t] - before;
  }
}
