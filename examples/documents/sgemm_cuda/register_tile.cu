// Kernel 3: 4 x 4 elements a thread and no shared memory; K is traversed once for each element, so
// that no load is reused. The source launches blocks for 16 times as many elements as C has.
constexpr int ROWS = 4, COLUMNS = 4;

extern "C" __global__ void register_tile(const float *a, const float *b, float *c, int m, int k,
                                         int n) {
  const int row = ROWS * (blockIdx.x * blockDim.x + threadIdx.x);
  const int column = COLUMNS * (blockIdx.y * blockDim.y + threadIdx.y);
  float sums[ROWS][COLUMNS] = {};
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) {
      if (row + i >= m || column + j >= n) continue;
      for (int at = 0; at < k; ++at) sums[i][j] += a[(row + i) * k + at] * b[at * n + column + j];
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) {
      if (row + i < m && column + j < n) c[(row + i) * n + column + j] = sums[i][j];
    }
  }
}
