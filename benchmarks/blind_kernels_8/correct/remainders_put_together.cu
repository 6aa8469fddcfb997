// Numbers of 60 bits from their remainders modulo three primes (Garner), and the remainders modulo a fourth one.
__device__ unsigned power(unsigned long long a, unsigned e, unsigned m) {
  unsigned long long r = 1;
  for (a %= m; e; e >>= 1, a = a * a % m)
    if (e & 1) r = r * a % m;
  return (unsigned)r;
}
__global__ void garner(unsigned long long* y, unsigned* other, const unsigned* r) {
  const unsigned p = 1048573, q = 1048571, s = 1048559;
  const int t = threadIdx.x;
  const unsigned a = r[t * 3], b = r[t * 3 + 1], c = r[t * 3 + 2];
  const unsigned long long second = (b + q - a % q) * (unsigned long long)power(p, q - 2, q) % q;
  const unsigned long long low = a + second * p;
  const unsigned inverse = power((unsigned long long)p * q, s - 2, s);
  const unsigned long long third = (c + s - (unsigned)(low % s)) * (unsigned long long)inverse % s;
  y[t] = low + third * p * q;
  other[t] = (unsigned)(y[t] % 1000003u);
}
