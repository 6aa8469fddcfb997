// Variances of four rows of 128 values near 10000, a warp per row.
// Fault: the variance is the mean square minus the squared mean, which cancel in float (precision).
__device__ float sum(float v) {
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
extern "C" __global__ void variance(float* y, const float* x) {
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float v[4];
  for (int k = 0; k < 4; ++k) v[k] = x[w * 128 + k * 32 + lane];
  float mean = sum(v[0] + v[1] + v[2] + v[3]) / 128, s = 0;
#ifdef FAULT
  for (int k = 0; k < 4; ++k) s += v[k] * v[k];
  float var = sum(s) / 128 - mean * mean;
#else
  for (int k = 0; k < 4; ++k) s += (v[k] - mean) * (v[k] - mean);
  float var = sum(s) / 128;
#endif
  if (lane == 0) y[w] = var;
}
