// Products of 16-bit and 8-bit integers by dp2a, low and high pairs, signed and unsigned.
extern "C" __global__ void products(int* y, const int* a, const int* b, unsigned* u) {
  int t = threadIdx.x;
  y[t] = __dp2a_hi(a[t], b[t], 3 * __dp2a_lo(a[t], b[t], 5));
  u[t] = __dp2a_lo((unsigned)a[t], (unsigned)b[t], 7u);
}
