// C += A B: tiles of 64 x 16 and 16 x 256 in shared memory, a word a thread at a time.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

constexpr int SIZE = N, DEPTH = 16, THREADS = LANES * WARPS;

extern "C" __global__ void block_k_16(const float *a, const float *b, float *c) {
  const int row = blockIdx.y * HEIGHT + threadIdx.y, column = blockIdx.x * WIDTH + threadIdx.x;
  const int thread = threadIdx.y * LANES + threadIdx.x;
  float sums[COLUMNS][ROWS] = {};
  __shared__ float tile_a[HEIGHT][DEPTH];
  __shared__ float tile_b[DEPTH][WIDTH];
  for (int k = 0; k < SIZE; k += DEPTH) {
    __syncthreads();
    for (int x = 0; x < HEIGHT * DEPTH / THREADS; ++x) {
      const int y = (x * THREADS + thread) / DEPTH, z = (x * THREADS + thread) % DEPTH;
      tile_a[y][z] = a[(blockIdx.y * HEIGHT + y) * SIZE + k + z];
    }
    for (int x = 0; x < COLUMNS; ++x) {
      for (int y = threadIdx.y; y < DEPTH; y += WARPS) {
        tile_b[y][x * LANES + threadIdx.x] = b[(k + y) * SIZE + column + x * LANES];
      }
    }
    __syncthreads();
    for (int at = 0; at < DEPTH; ++at) {
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
