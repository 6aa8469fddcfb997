// Bitonic sort of 256 integers per block, two per thread, in shared memory.
// Fault: the barrier stands behind the inner loop instead of inside it (race on shared between strides).
extern "C" __global__ void bitonic(int* y, const int* x) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  s[t + 128] = x[blockIdx.x * 256 + t + 128];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      int lo = 2 * t - (t & (stride - 1)), hi = lo + stride;
      bool up = (lo & size) == 0;
      int a = s[lo], b = s[hi];
      if ((a > b) == up) {
        s[lo] = b;
        s[hi] = a;
      }
#ifndef FAULT
      __syncthreads();
#endif
    }
    __syncthreads();
  }
  y[blockIdx.x * 256 + t] = s[t];
  y[blockIdx.x * 256 + t + 128] = s[t + 128];
}
