// C += A B: as shared_tile, but the sums start at zero and C is added after the loop.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

// Of 64 bits, as in the source, and so are the indices.
constexpr unsigned long long SIZE = N;

extern "C" __global__ void add_at_end(const float *a, const float *b, float *c) {
  const int row = blockIdx.y * HEIGHT + threadIdx.y, column = blockIdx.x * WIDTH + threadIdx.x;
  float sums[COLUMNS][ROWS] = {};
  __shared__ float tile_a[HEIGHT][32], tile_b[32][WIDTH];
  for (int k = 0; k < SIZE; k += 32) {
    __syncthreads();
    for (int i = 0; i < ROWS; ++i) {
      const int at = i * WARPS + threadIdx.y;
      tile_a[at][threadIdx.x] = a[(row + i * WARPS) * SIZE + k + threadIdx.x];
    }
    for (int j = 0; j < COLUMNS; ++j) {
      for (int y = threadIdx.y; y < 32; y += WARPS) {
        tile_b[y][j * LANES + threadIdx.x] = b[(k + y) * SIZE + column + j * LANES];
      }
    }
    __syncthreads();
    for (int at = 0; at < 32; ++at) {
      for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS; ++j) {
          const float of_a = tile_a[i * WARPS + threadIdx.y][at];
          sums[j][i] = fmaf(of_a, tile_b[at][j * LANES + threadIdx.x], sums[j][i]);
        }
      }
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j)
      c[(row + i * WARPS) * SIZE + column + j * LANES] += sums[j][i];
  }
}
