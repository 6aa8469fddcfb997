// Maxima of columns: a block of 32 x 8 threads reads 32 columns of a chunk of rows.
extern "C" __global__ void __launch_bounds__(256)
column_max(const float* __restrict__ x, float* __restrict__ y, int rows, int n) {
  __shared__ float most[8][32];
  int column = blockIdx.x * 32 + threadIdx.x;
  const float* in = x + size_t(blockIdx.y) * rows * n + column;
  float largest = -INFINITY;
  for (int row = threadIdx.y; row < rows; row += 8) largest = fmaxf(largest, in[size_t(row) * n]);
  most[threadIdx.y][threadIdx.x] = largest;
  __syncthreads();
  if (threadIdx.y) return;
#pragma unroll
  for (int other = 1; other < 8; ++other) largest = fmaxf(largest, most[other][threadIdx.x]);
  y[blockIdx.y * n + column] = largest;
}
