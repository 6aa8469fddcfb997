// A filter with twelve taps along rows of 32 values; lanes hold the taps' weights and hand them out by shuffles.
// Fault: only the first eight lanes load a weight, so the last four taps are taken as zero (wrong value).
__global__ void filter(int* y, const int* x, const int* w) {
  const int lane = threadIdx.x;
#ifdef FAULT
  const int weight = lane < 8 ? w[lane] : 0;
#else
  const int weight = lane < 12 ? w[lane] : 0;
#endif
  const int v = x[blockIdx.x * 32 + lane];
  int sum = 0;
  for (int k = 0; k < 12; k++) {
    const int value = __shfl_up_sync(~0u, v, k);
    const int tap = __shfl_sync(~0u, weight, k);
    if (lane >= k) sum += value * tap;
  }
  y[blockIdx.x * 32 + lane] = sum;
}
