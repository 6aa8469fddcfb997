// Solves 32 tridiagonal systems of 16 equations by elimination (Thomas), a thread per system; systems are interleaved.
// Fault: the back substitution multiplies by the next row's coefficient (wrong index).
extern "C" __global__ void solve(float* x, const float* a, const float* b, const float* c, const float* d) {
  float upper[16], right[16];
  int system = threadIdx.x;
  upper[0] = c[system] / b[system];
  right[0] = d[system] / b[system];
  for (int k = 1; k < 16; ++k) {
    int i = k * 32 + system;
    float pivot = b[i] - a[i] * upper[k - 1];
    upper[k] = c[i] / pivot;
    right[k] = (d[i] - a[i] * right[k - 1]) / pivot;
  }
  float v = right[15];
  x[15 * 32 + system] = v;
  for (int k = 14; k >= 0; --k) {
#ifdef FAULT
    v = right[k] - upper[k + 1] * v;
#else
    v = right[k] - upper[k] * v;
#endif
    x[k * 32 + system] = v;
  }
}
