// Interpolates between 40 samples at 128 places by Catmull-Rom splines; beyond the ends the end samples are repeated.
// Fault: the samples before the first and behind the last one are read (out of bounds).
__global__ void spline(float* y, const float* x, const float* place, int n) {
  const float p = place[threadIdx.x];
  const int i = min((int)p, n - 2);
  const float u = p - (float)i;
#ifdef FAULT
  const float a = x[i - 1], d = x[i + 2];
#else
  const float a = x[max(i - 1, 0)], d = x[min(i + 2, n - 1)];
#endif
  const float b = x[i], c = x[i + 1];
  y[threadIdx.x] = b + 0.5f * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}
