// A 64-bit linear congruential generator; each thread jumps to its own place by repeated squaring.
extern "C" __global__ void jump(unsigned long long* y, const unsigned long long* seed) {
  unsigned long long a = 6364136223846793005ull, c = 1442695040888963407ull, aa = 1, cc = 0;
  for (unsigned n = threadIdx.x * 1000003u; n; n >>= 1) {
    if (n & 1) {
      aa *= a;
      cc = cc * a + c;
    }
    c *= a + 1;
    a *= a;
  }
  y[threadIdx.x] = aa * *seed + cc;
}
