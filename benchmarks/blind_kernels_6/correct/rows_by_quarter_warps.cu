// Sparse matrix times vector: 8 lanes per row, rows of different lengths, sums within the 8 lanes by their own mask.
extern "C" __global__ void spmv(float* y, const int* start, const int* column, const float* value, const float* x) {
  int row = (blockIdx.x * 64 + threadIdx.x) / 8, lane = threadIdx.x % 8;
  unsigned mask = 0xffu << threadIdx.x / 8 % 4 * 8;
  float sum = 0;
  for (int e = start[row] + lane; e < start[row + 1]; e += 8) {
    sum = fmaf(value[e], x[column[e]], sum);
  }
  for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(mask, sum, d, 8);
  if (lane == 0) y[row] = sum;
}
