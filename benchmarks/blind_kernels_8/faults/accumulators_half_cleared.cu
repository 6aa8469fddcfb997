// Sums of 24 columns of a 32 x 24 matrix: each of 32 threads adds its row to accumulators in shared memory by atomics.
// Fault: only 16 of the 24 accumulators are cleared before (uninitialized shared memory).
__global__ void columns(int* y, const int* x) {
  __shared__ int sum[24];
  const int t = threadIdx.x;
#ifdef FAULT
  if (t < 16) sum[t] = 0;
#else
  if (t < 24) sum[t] = 0;
#endif
  __syncthreads();
  for (int c = 0; c < 24; c++) {
    const int k = (c + t) % 24;
    atomicAdd(&sum[k], x[t * 24 + k]);
  }
  __syncthreads();
  if (t < 24) y[t] = sum[t];
}
