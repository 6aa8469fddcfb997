// Segmented inclusive scan of 32 values by shuffles; head marks where segments begin.
// Fault: the flags are not combined with the values, so sums cross heads at distance two and more.
extern "C" __global__ void scan(int* y, const int* x, const int* head) {
  int lane = threadIdx.x, i = blockIdx.x * 32 + lane, v = x[i], f = head[i];
  for (int d = 1; d < 32; d *= 2) {
    int v2 = __shfl_up_sync(~0u, v, d), f2 = __shfl_up_sync(~0u, f, d);
    if (lane >= d) {
      if (!f) v += v2;
#ifndef FAULT
      f |= f2;
#else
      (void)f2;
#endif
    }
  }
  y[i] = v;
}
