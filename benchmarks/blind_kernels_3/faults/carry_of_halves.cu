// Sums of 64-bit integers over warps.
// Fault: the halves are summed separately by 32-bit shuffles and additions, so carries are lost (overflow).
extern "C" __global__ void sum(unsigned long long* y, const unsigned long long* x) {
  unsigned long long v = x[threadIdx.x];
#ifdef FAULT
  unsigned lo = v, hi = v >> 32;
  for (int d = 16; d; d /= 2) {
    lo += __shfl_xor_sync(~0u, lo, d);
    hi += __shfl_xor_sync(~0u, hi, d);
  }
  v = (unsigned long long)hi << 32 | lo;
#else
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
#endif
  if (threadIdx.x % 32 == 0) y[threadIdx.x / 32] = v;
}
