// Quotients and remainders of 64-bit integers, signed and unsigned, which the compiler turns into calls.
extern "C" __global__ void divide(long long* q, long long* r, unsigned long long* u, const long long* a, const long long* b) {
  int t = threadIdx.x;
  long long n = a[t] / 2 * 1000003 + t, d = b[t] >> (t % 48) | 1;
  q[t] = n / d;
  r[t] = n % d;
  u[t] = (unsigned long long)n / (unsigned long long)d % 1000000007ull;
}
