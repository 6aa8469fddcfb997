// Greatest common divisors by Stein's algorithm with counts of trailing zeros; zero is allowed.
extern "C" __global__ void gcd(unsigned* y, const unsigned* a, const unsigned* b) {
  unsigned u = a[threadIdx.x], v = b[threadIdx.x];
  if (u == 0 || v == 0) {
    y[threadIdx.x] = u | v;
    return;
  }
  int k = __ffs(u | v) - 1;
  u >>= __ffs(u) - 1;
  do {
    v >>= __ffs(v) - 1;
    if (u > v) {
      unsigned w = u;
      u = v;
      v = w;
    }
    v -= u;
  } while (v);
  y[threadIdx.x] = u << k;
}
