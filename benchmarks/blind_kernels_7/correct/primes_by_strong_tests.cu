// Miller and Rabin's test of 128 odd numbers of 32 bits to the bases 2, 7 and 61, which is exact.
__device__ unsigned power(unsigned long long b, unsigned e, unsigned n) {
  unsigned long long r = 1;
  for (b %= n; e; e >>= 1) {
    if (e & 1) r = r * b % n;
    b = b * b % n;
  }
  return (unsigned)r;
}
__constant__ unsigned bases[3] = {2, 7, 61};
extern "C" __global__ void test(unsigned char* prime, const unsigned* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned n = x[i] | 1, d = n - 1;
  bool is = n > 1;
  int s = 0;
  while (is && !(d & 1)) d >>= 1, ++s;
  for (int k = 0; k < 3 && is; ++k) {
    if (bases[k] % n == 0) continue;
    unsigned long long v = power(bases[k], d, n);
    if (v == 1 || v == n - 1) continue;
    bool witness = true;
    for (int r = 1; r < s && witness; ++r) {
      v = v * v % n;
      if (v == n - 1) witness = false;
    }
    is = !witness;
  }
  prime[i] = is;
}
