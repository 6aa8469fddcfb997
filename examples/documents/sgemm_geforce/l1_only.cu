// C += A B: 64 x 256 of C in a block of 32 x 4 threads, operands through L1, C read before the
// loop.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

// Of 64 bits, as in the source, and so are the indices.
constexpr unsigned long long SIZE = N;

extern "C" __global__ void l1_only(const float *a, const float *b, float *c) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * HEIGHT, first_column = blockIdx.x * WIDTH;
  const int row = first_row + ty, column = first_column + tx;
  float sums[COLUMNS][ROWS];
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) sums[j][i] = c[(row + i * WARPS) * SIZE + column + j * LANES];
  }
  for (int k = 0; k < SIZE; ++k) {
    for (int i = 0; i < ROWS; ++i) {
      for (int j = 0; j < COLUMNS; ++j) {
        sums[j][i] =
            fmaf(a[(row + i * WARPS) * SIZE + k], b[k * SIZE + column + j * LANES], sums[j][i]);
      }
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) c[(row + i * WARPS) * SIZE + column + j * LANES] = sums[j][i];
  }
}
