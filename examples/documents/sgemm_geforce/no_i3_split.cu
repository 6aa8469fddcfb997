// C += A B: as extra_shared, with columns in groups of four and single rows.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

constexpr int SIZE = N, DEPTH = 16, THREADS = LANES * WARPS;

extern "C" __global__ void no_i3_split(const float *a, const float *b, float *c) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * HEIGHT, first_column = blockIdx.x * WIDTH;
  const int thread = ty * LANES + tx;
  float sums[COLUMNS][ROWS] = {};
  __shared__ __align__(16) float tile_a[HEIGHT * 2][DEPTH];
  __shared__ __align__(16) float tile_b[DEPTH * 2][WIDTH];
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
    for (int k1 = 0; k1 < DEPTH; ++k1) {
      for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS / 4; ++j) {
          for (int x = 0; x < 4; ++x) {
            const int at_y = i * WARPS + ty, at_x = (j * LANES + tx) * 4 + x;
            sums[j * 4 + x][i] = fmaf(tile_a[at_y][k1], tile_b[k1][at_x], sums[j * 4 + x][i]);
          }
        }
      }
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS / 4; ++j) {
      for (int x = 0; x < 4; ++x) {
        const int at_y = i * WARPS + ty, at_x = (j * LANES + tx) * 4 + x;
        c[(first_row + at_y) * SIZE + first_column + at_x] += sums[j * 4 + x][i];
      }
    }
  }
}
