// Each warp adds up 32 values; the last one to count down in shared memory adds up the four sums, without a barrier.
// Fault: the count-down is relaxed, so it does not order the sums before their reading (race on shared).
#include <cuda/atomic>
#ifdef FAULT
#define ORDER cuda::memory_order_relaxed
#else
#define ORDER cuda::memory_order_acq_rel
#endif
extern "C" __global__ void totals(int* total, const int* x) {
  __shared__ int sum[4], left;
  int t = threadIdx.x;
  if (t == 0) left = 4;
  __syncthreads();
  int v = __reduce_add_sync(~0u, x[blockIdx.x * 128 + t]);
  if (t % 32 == 0) {
    sum[t / 32] = v;
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(left);
    if (counter.fetch_sub(1, ORDER) == 1) total[blockIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
  }
}
