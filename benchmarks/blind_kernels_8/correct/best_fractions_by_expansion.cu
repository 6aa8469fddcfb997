// The last fraction of the continued fraction of p / q whose denominator is at most 200, and the number of terms up to it.
__global__ void fractions(int* top, int* bottom, int* terms, const int* p, const int* q) {
  const int t = threadIdx.x;
  int a = p[t], b = q[t], h0 = 0, h1 = 1, k0 = 1, k1 = 0, n = 0;
  while (b) {
    const int d = a / b, h2 = d * h1 + h0, k2 = d * k1 + k0;
    if (k2 > 200) break;
    h0 = h1;
    h1 = h2;
    k0 = k1;
    k1 = k2;
    n++;
    const int r = a - d * b;
    a = b;
    b = r;
  }
  top[t] = h1;
  bottom[t] = k1;
  terms[t] = n;
}
