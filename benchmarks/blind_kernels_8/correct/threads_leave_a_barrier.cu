// Each thread takes part in one to four rounds of sums at a cuda::barrier, from which it drops itself in its last round.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void rounds(int* y, const int* x, const int* count) {
  __shared__ barrier bar;
  __shared__ int sum[4];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  if (t < 4) sum[t] = 0;
  __syncthreads();
  const int n = count[t];
  int total = 0;
  for (int r = 0; r < n; r++) {
    atomicAdd(&sum[r], x[t]);
    if (r + 1 == n) {
      bar.arrive_and_drop();
    } else {
      bar.arrive_and_wait();
      total += sum[r];
    }
  }
  y[t] = total;
}
