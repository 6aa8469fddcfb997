// C += A B: as shared_tile, but the sums start at zero and C is added after the loop.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

// Of 64 bits, as in the source, and so are the indices.
constexpr unsigned long long SIZE = N;

extern "C" __global__ void add_at_end(const float *a, const float *b, float *c) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * HEIGHT, first_column = blockIdx.x * WIDTH;
  const int row = first_row + ty, column = first_column + tx;
  float sums[COLUMNS][ROWS] = {};
  __shared__ float tile_a[HEIGHT][32], tile_b[32][WIDTH];
  for (int k = 0; k < SIZE; k += 32) {
    __syncthreads();
    for (int i = 0; i < ROWS; ++i) {
      tile_a[i * WARPS + ty][tx] = a[(row + i * WARPS) * SIZE + k + tx];
    }
    for (int j = 0; j < COLUMNS; ++j) {
#pragma unroll
      for (int y = 0; y < 32; y += WARPS) {
        tile_b[ty + y][j * LANES + tx] = b[(k + ty + y) * SIZE + column + j * LANES];
      }
    }
    __syncthreads();
    for (int at = 0; at < 32; ++at) {
      for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS; ++j) {
          sums[j][i] = fmaf(tile_a[i * WARPS + ty][at], tile_b[at][j * LANES + tx], sums[j][i]);
        }
      }
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j)
      c[(row + i * WARPS) * SIZE + column + j * LANES] += sums[j][i];
  }
}
