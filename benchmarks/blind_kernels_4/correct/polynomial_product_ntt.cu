// The product of two polynomials of degree 63 modulo 998244353 by number-theoretic transforms of 128 points, there and back.
#define P 998244353u
__device__ unsigned multiply(unsigned a, unsigned b) { return (unsigned long long)a * b % P; }
__device__ unsigned power(unsigned a, unsigned n) {
  unsigned r = 1;
  for (; n; n >>= 1, a = multiply(a, a))
    if (n & 1) r = multiply(r, a);
  return r;
}
__device__ void forward(unsigned* s, int t) {
  for (int half = 64; half > 0; half /= 2) {
    int j = t % half, i = t / half * 2 * half + j;
    unsigned a = s[i], b = s[i + half];
    s[i] = (a + b) % P;
    s[i + half] = multiply(a + P - b, power(3, (P - 1) / (2 * half) * j));
    __syncthreads();
  }
}
__device__ void backward(unsigned* s, int t) {
  for (int half = 1; half < 128; half *= 2) {
    int j = t % half, i = t / half * 2 * half + j;
    unsigned a = s[i], b = multiply(s[i + half], power(3, P - 1 - (P - 1) / (2 * half) * j));
    s[i] = (a + b) % P;
    s[i + half] = (a + P - b) % P;
    __syncthreads();
  }
}
extern "C" __global__ void product(unsigned* y, const unsigned* f, const unsigned* g) {
  __shared__ unsigned a[128], b[128];
  int t = threadIdx.x;
  a[t] = f[t];
  b[t] = g[t];
  a[t + 64] = b[t + 64] = 0;
  __syncthreads();
  forward(a, t);
  forward(b, t);
  for (int i = t; i < 128; i += 64) a[i] = multiply(a[i], b[i]);
  __syncthreads();
  backward(a, t);
  unsigned scale = power(128, P - 2);
  for (int i = t; i < 128; i += 64) y[i] = multiply(a[i], scale);
}
