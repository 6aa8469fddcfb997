// A number-theoretic transform of 64 points modulo 998244353, decimation in frequency; the result is in bit-reversed order.
// Fault: a - b wraps around modulo 2^32 instead of modulo the prime where b is larger (unsigned).
#define P 998244353u
__device__ unsigned multiply(unsigned a, unsigned b) { return (unsigned long long)a * b % P; }
__device__ unsigned power(unsigned a, unsigned n) {
  unsigned r = 1;
  for (; n; n >>= 1, a = multiply(a, a))
    if (n & 1) r = multiply(r, a);
  return r;
}
extern "C" __global__ void ntt(unsigned* y, const unsigned* x) {
  __shared__ unsigned s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  s[t + 32] = x[t + 32];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    int j = t % half, i = t / half * 2 * half + j;
    unsigned a = s[i], b = s[i + half];
    s[i] = (a + b) % P;
#ifdef FAULT
    unsigned difference = a - b;
#else
    unsigned difference = a + P - b;
#endif
    s[i + half] = multiply(difference, power(3, (P - 1) / (2 * half) * j));
    __syncthreads();
  }
  y[t] = s[t];
  y[t + 32] = s[t + 32];
}
