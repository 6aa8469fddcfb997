// Sums of doubles with their rounding errors (two-sum), across lanes by shuffles of 64 bits.
__device__ __forceinline__ void two_sum(double a, double b, double& s, double& e) {
  s = a + b;
  double t = s - a;
  e = (a - (s - t)) + (b - t);
}

extern "C" __global__ void sum(double* y, const double* x) {
  int t = threadIdx.x;
  double hi = 0, lo = 0, e;
  for (int i = t; i < 256; i += 32) {
    two_sum(hi, x[blockIdx.x * 256 + i] * 1e6 + (i % 2 ? 1e16 : -1e16), hi, e);
    lo += e;
  }
  for (int o = 16; o > 0; o >>= 1) {
    double h = __shfl_xor_sync(0xffffffffu, hi, o), l = __shfl_xor_sync(0xffffffffu, lo, o);
    two_sum(hi, h, hi, e);
    lo = lo + l + e;
  }
  if (t == 0) y[blockIdx.x] = hi + lo;
}
