// Cholesky factors of 32 x 32 float64 matrices: a warp per matrix, a row per lane in registers;
// elements of other rows come by shuffles. Rows pass through shared memory on the way in and out.
extern "C" __global__ void __launch_bounds__(128)
cholesky_warp(const double* __restrict__ x, double* __restrict__ y) {
  __shared__ double staged[4][32][33];
  int lane = threadIdx.x % 32;
  double(*tile)[33] = staged[threadIdx.x / 32];
  size_t first = (size_t(blockIdx.x) * 4 + threadIdx.x / 32) * 1024;
#pragma unroll
  for (int row = 0; row < 32; ++row) tile[row][lane] = x[first + row * 32 + lane];
  __syncwarp();
  double a[32];
#pragma unroll
  for (int column = 0; column < 32; ++column) a[column] = tile[lane][column];
#pragma unroll
  for (int k = 0; k < 32; ++k) {
    double pivot = __shfl_sync(~0u, a[k], k);
    double scale = 1.0 / sqrt(pivot);
    a[k] *= scale;
#pragma unroll
    for (int j = k + 1; j < 32; ++j) a[j] -= a[k] * __shfl_sync(~0u, a[k], j);
  }
#pragma unroll
  for (int column = 0; column < 32; ++column) tile[lane][column] = column <= lane ? a[column] : 0.0;
  __syncwarp();
#pragma unroll
  for (int row = 0; row < 32; ++row) y[first + row * 32 + lane] = tile[row][lane];
}
