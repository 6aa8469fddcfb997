// Inclusive scan of 32 integers per warp by __shfl_up_sync.
// Fault: the test lane >= d is missing, so low lanes add their own value, which the shuffle returns.
extern "C" __global__ void scan(int* y, const int* x) {
  int lane = threadIdx.x, v = x[blockIdx.x * 32 + lane];
  for (int d = 1; d < 32; d *= 2) {
    int up = __shfl_up_sync(~0u, v, d);
#ifdef FAULT
    v += up;
#else
    if (lane >= d) v += up;
#endif
  }
  y[blockIdx.x * 32 + lane] = v;
}
