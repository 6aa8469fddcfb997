// Thomas algorithm in doubles for 64 tridiagonal systems of 16 unknowns (diagonal 1), interleaved by system.
// Fault: the back substitution steps by the block's 32 systems instead of all 64 (reads other rows, out unwritten).
#ifdef FAULT
#define STRIDE 32
#else
#define STRIDE 64
#endif
extern "C" __global__ void thomas(double* x, const double* upper, const double* lower, const double* d) {
  int s = blockIdx.x * 32 + threadIdx.x;
  double c[16], v[16];
  c[0] = upper[s];
  v[0] = d[s];
#pragma unroll
  for (int i = 1; i < 16; ++i) {
    double f = 1 / (1 - lower[i * 64 + s] * c[i - 1]);
    c[i] = upper[i * 64 + s] * f;
    v[i] = (d[i * 64 + s] - lower[i * 64 + s] * v[i - 1]) * f;
  }
  double below = v[15];
  x[15 * STRIDE + s] = below;
#pragma unroll
  for (int i = 14; i >= 0; --i) x[i * STRIDE + s] = below = v[i] - c[i] * below;
}
