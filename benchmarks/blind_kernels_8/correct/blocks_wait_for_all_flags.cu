// Each of four blocks publishes its maximum with a flag of its own and waits for all flags, a thread per flag, before it normalizes.
#include <cuda/atomic>
__global__ void normalize(int* y, int* part, int* flag, const int* x) {
  __shared__ int top;
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) top = -2147483647;
  __syncthreads();
  atomicMax(&top, x[i]);
  __syncthreads();
  if (t == 0) {
    part[blockIdx.x] = top;
    cuda::atomic_ref<int, cuda::thread_scope_device>(flag[blockIdx.x]).store(1, cuda::memory_order_release);
  }
  __syncthreads();
  if (t < 4) {
    cuda::atomic_ref<int, cuda::thread_scope_device> other(flag[t]);
    while (other.load(cuda::memory_order_acquire) == 0) __nanosleep(50);
    atomicMax(&top, part[t]);
  }
  __syncthreads();
  y[i] = top - x[i];
}
