// C[i][j] = sum over k of A[k][j] B[k][i]: 128 x 128 of C a block, 8 x 8 a thread, 16 of K a tile.
// 8 x 2 virtual threads: rows 16 apart, columns in two groups of four. B is copied crosswise.
#ifndef N
#define N 16384
#endif

extern "C" __global__ void __launch_bounds__(256)
    vthread(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  __shared__ float tile_a[16 * 128], tile_b[16 * 128];
  float sums[8][8] = {}, part_a[8], part_b[8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const float *from_a = a + blockIdx.y * 128, *from_b = b + blockIdx.x * 128;
  for (int k = 0; k < N; k += 16) {
    __syncthreads();
    for (int x = 0; x < 8; ++x) {
      tile_a[ty * 128 + x * 16 + tx] = from_a[(k + ty) * N + x * 16 + tx];
    }
    for (int x = 0; x < 8; ++x) {
      tile_b[tx * 128 + x * 16 + ty] = from_b[(k + tx) * N + x * 16 + ty];
    }
    __syncthreads();
    for (int inner = 0; inner < 16; ++inner) {
      for (int j = 0; j < 8; ++j) part_a[j] = tile_a[inner * 128 + j / 4 * 64 + ty * 4 + j % 4];
      for (int i = 0; i < 8; ++i) part_b[i] = tile_b[inner * 128 + i * 16 + tx];
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i][j] += part_a[j] * part_b[i];
      }
    }
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      c[(blockIdx.x * 128 + i * 16 + tx) * N + blockIdx.y * 128 + j / 4 * 64 + ty * 4 + j % 4] =
          sums[i][j];
    }
  }
}
