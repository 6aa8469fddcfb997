// Four blocks meet at a barrier of their own (release add, acquire loads, a growing target) between rows and columns of sums.
#include <cuda/atomic>
__device__ void meet(int* counter, int target) {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);
    c.fetch_add(1, cuda::memory_order_release);
    while (c.load(cuda::memory_order_acquire) < target) {}
  }
  __syncthreads();
}
extern "C" __global__ void sums(int* x, int* column, int* row, int* counter) {
  int t = threadIdx.x, b = blockIdx.x, s = 0;
  for (int k = 0; k < 32; ++k) x[k * 128 + b * 32 + t] &= 0xffff;
  for (int k = 0; k < 32; ++k) s += x[k * 128 + b * 32 + t];
  column[b * 32 + t] = s;
  meet(counter, 4);
  if (t < 8) {
    int r = b * 8 + t, sum = 0;
    for (int k = 0; k < 128; ++k) sum += x[r * 128 + k];
    row[r] = sum - column[r];
  }
  meet(counter, 8);
  if (t < 8) x[(b * 8 + t) * 128] = row[31 - b * 8 - t];
}
