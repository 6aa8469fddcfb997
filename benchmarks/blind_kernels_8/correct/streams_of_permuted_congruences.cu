// PCG32: each thread has its own stream (increment), skips a number of steps by squaring the step, and writes four numbers.
__global__ void pcg(unsigned* y, const unsigned long long* seed, const unsigned* skip) {
  const int t = blockIdx.x * 32 + threadIdx.x;
  const unsigned long long increment = 2ull * t + 1;
  unsigned long long state = seed[t], a = 6364136223846793005ull, c = increment, mul = 1, add = 0;
  for (unsigned n = skip[t]; n; n >>= 1) {
    if (n & 1) {
      mul *= a;
      add = add * a + c;
    }
    c = (a + 1) * c;
    a *= a;
  }
  state = mul * state + add;
  for (int k = 0; k < 4; k++) {
    const unsigned shifted = (unsigned)((state >> 18 ^ state) >> 27), turn = (unsigned)(state >> 59);
    y[t * 4 + k] = __funnelshift_r(shifted, shifted, turn);
    state = state * 6364136223846793005ull + increment;
  }
}
