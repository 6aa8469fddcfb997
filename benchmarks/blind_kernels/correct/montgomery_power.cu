// Powers modulo a prime by Montgomery multiplication with high halves of products.
__device__ unsigned product(unsigned a, unsigned b) {  // a b / 2^32 modulo p
  const unsigned p = 998244353u, minus_inverse = 998244351u;
  unsigned long long t = (unsigned long long)a * b;
  unsigned m = (unsigned)t * minus_inverse;
  unsigned r = (unsigned)((t + (unsigned long long)m * p) >> 32);
  return r >= p ? r - p : r;
}

extern "C" __global__ void power(unsigned* y, const unsigned* x) {
  const unsigned square_of_r = 932051910u;  // 2^64 modulo p
  unsigned base = product(x[threadIdx.x] % 998244353u, square_of_r), r = product(1, square_of_r);
  for (unsigned e = 65537 + threadIdx.x; e != 0; e >>= 1) {
    if (e & 1) r = product(r, base);
    base = product(base, base);
  }
  y[threadIdx.x] = product(r, 1);
}
