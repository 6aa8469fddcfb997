// One smoothing step over four lines of 34 cells whose first and last cells are copies of the neighbours' cells on a ring.
// Fault: each block reads its neighbours' inner cells after those blocks may have changed them, in place (data race).
extern "C" __global__ void smooth(float* y, float* x) {
  int t = threadIdx.x + 1, b = blockIdx.x;
#ifdef FAULT
  float* to = x;
#else
  float* to = y;
#endif
  float left = t == 1 ? x[(b + 3) % 4 * 34 + 32] : x[b * 34 + t - 1];
  float right = t == 32 ? x[(b + 1) % 4 * 34 + 1] : x[b * 34 + t + 1];
  float v = 0.5f * x[b * 34 + t] + 0.25f * (left + right);
  __syncthreads();
  to[b * 34 + t] = v;
#ifdef FAULT
  y[b * 34 + t] = v;
#endif
}
