// C += A B: as block_k_16, with float4 from global to shared memory.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

constexpr int SIZE = N, DEPTH = 16, THREADS = LANES * WARPS;

extern "C" __global__ void float4_fetch(const float *a, const float *b, float *c) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * HEIGHT, first_column = blockIdx.x * WIDTH;
  const int row = first_row + ty, column = first_column + tx;
  const int thread = ty * LANES + tx;
  float sums[COLUMNS][ROWS] = {};
  __shared__ float tile_a[HEIGHT][DEPTH];
  __shared__ float tile_b[DEPTH][WIDTH];
  for (int k = 0; k < SIZE; k += DEPTH) {
    __syncthreads();
    for (int x = 0; x < HEIGHT * DEPTH / THREADS / 4; ++x) {
      const int y = (x * THREADS + thread) / (DEPTH / 4),
                z = (x * THREADS + thread) % (DEPTH / 4) * 4;
      *(float4 *)&tile_a[y][z] = *(const float4 *)&a[(first_row + y) * SIZE + k + z];
    }
    for (int x = 0; x < COLUMNS / 4; ++x) {
      for (int step = 0; step < DEPTH / WARPS; ++step) {
        const int y = step * WARPS + ty, z = (x * LANES + tx) * 4;
        *(float4 *)&tile_b[y][z] = *(const float4 *)&b[(k + y) * SIZE + first_column + z];
      }
    }
    __syncthreads();
    for (int at = 0; at < DEPTH; ++at) {
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
