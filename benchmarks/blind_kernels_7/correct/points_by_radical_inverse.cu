// Halton's points: radical inverses to the bases 2 (by reversed bits) and 3, as fractions of 32 bits and in doubles.
extern "C" __global__ void points(unsigned* x, double* y, int skip) {
  int i = blockIdx.x * 64 + threadIdx.x, n = i + skip;
  x[i] = __brev((unsigned)n);
  double f = 1, r = 0;
  for (int k = n; k; k /= 3) {
    f /= 3;
    r += f * (k % 3);
  }
  y[i] = r;
}
