// Remainders by Barrett's method: the quotient is estimated by a product with floor(2^32 / m), which may be one too small.
// Fault: the remainder is not corrected when the estimate was too small (wrong values).
extern "C" __global__ void remainders(unsigned* y, const unsigned* x, unsigned m) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned inverse = 0xffffffffu / m, r = x[i] - __umulhi(x[i], inverse) * m;
#ifndef FAULT
  if (r >= m) r -= m;
#endif
  y[i] = r;
}
