// Least squares with 32 equations and four unknowns by Householder reflections in double precision; a row per lane.
__device__ double warp_sum(double v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
extern "C" __global__ void solve(double* x, const double* a, const double* b) {
  int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  double row[4], right = b[i], diagonal[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) row[j] = a[i * 4 + j];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    double v = lane >= k ? row[k] : 0;
    double length = sqrt(warp_sum(v * v)), pivot = __shfl_sync(~0u, v, k);
    diagonal[k] = pivot > 0 ? -length : length;
    if (lane == k) v -= diagonal[k];
    double scale = 2 / warp_sum(v * v);
#pragma unroll
    for (int j = k + 1; j < 4; ++j) row[j] -= scale * warp_sum(v * row[j]) * v;
    right -= scale * warp_sum(v * right) * v;
  }
  double result[4];
#pragma unroll
  for (int k = 3; k >= 0; --k) {
    double s = __shfl_sync(~0u, right, k);
#pragma unroll
    for (int j = k + 1; j < 4; ++j) s -= __shfl_sync(~0u, row[j], k) * result[j];
    result[k] = s / diagonal[k];
  }
  if (lane == 0)
    for (int k = 0; k < 4; ++k) x[blockIdx.x * 4 + k] = result[k];
}
