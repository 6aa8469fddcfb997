// C += A B: as extra_shared, with columns in groups of four and single rows.
#ifndef N
#define N 4096
#endif

constexpr int LANES = 32, WARPS = 4, COLUMNS = 8, ROWS = 16;
constexpr int WIDTH = COLUMNS * LANES, HEIGHT = ROWS * WARPS;

constexpr int SIZE = N, DEPTH = 16, THREADS = LANES * WARPS;

__device__ int row_of(int i) { return i * WARPS + threadIdx.y; }

__device__ int column_of(int j) { return (j / 4 * LANES + threadIdx.x) * 4 + j % 4; }

extern "C" __global__ void no_i3_split(const float *a, const float *b, float *c) {
  const int thread = threadIdx.y * LANES + threadIdx.x;
  float sums[COLUMNS][ROWS] = {};
  __shared__ __align__(16) float tile_a[HEIGHT * 2][DEPTH];
  __shared__ __align__(16) float tile_b[DEPTH * 2][WIDTH];
  for (int k = 0; k < SIZE; k += DEPTH) {
    __syncthreads();
    for (int x = 0; x < HEIGHT * DEPTH / THREADS / 4; ++x) {
      const int y = (x * THREADS + thread) / (DEPTH / 4),
                z = (x * THREADS + thread) % (DEPTH / 4) * 4;
      *(float4 *)&tile_a[y][z] = *(const float4 *)&a[(blockIdx.y * HEIGHT + y) * SIZE + k + z];
    }
    for (int x = 0; x < COLUMNS / 4; ++x) {
      for (int y = threadIdx.y; y < DEPTH; y += WARPS) {
        const int z = (x * LANES + threadIdx.x) * 4;
        *(float4 *)&tile_b[y][z] = *(const float4 *)&b[(k + y) * SIZE + blockIdx.x * WIDTH + z];
      }
    }
    __syncthreads();
    for (int at = 0; at < DEPTH; ++at) {
      for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS; ++j) {
          sums[j][i] = fmaf(tile_a[row_of(i)][at], tile_b[at][column_of(j)], sums[j][i]);
        }
      }
    }
  }
  c += blockIdx.y * HEIGHT * SIZE + blockIdx.x * WIDTH;
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) c[row_of(i) * SIZE + column_of(j)] += sums[j][i];
  }
}
