// C[i][j] = sum over k of A[k][j] B[k][i]: 128 x 128 of C a block, 8 x 8 a thread, 16 of K a tile.
// A thread copies eight neighbours of row threadIdx.x; a warp stores to 2 banks at once.
#ifndef N
#define N 16384
#endif

extern "C" __global__ void __launch_bounds__(256)
    cooperative_fetch(const float *__restrict__ a, const float *__restrict__ b,
                      float *__restrict__ c) {
  __shared__ float tile_a[16 * 128], tile_b[16 * 128];
  float sums[8][8] = {}, part_a[8], part_b[8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const float *from_a = a + blockIdx.y * 128, *from_b = b + blockIdx.x * 128;
  for (int k = 0; k < N; k += 16) {
    __syncthreads();
    for (int x = 0; x < 8; ++x) {
      tile_a[tx * 128 + ty * 8 + x] = from_a[(k + tx) * N + ty * 8 + x];
    }
    for (int x = 0; x < 8; ++x) {
      tile_b[tx * 128 + ty * 8 + x] = from_b[(k + tx) * N + ty * 8 + x];
    }
    __syncthreads();
    for (int inner = 0; inner < 16; ++inner) {
      for (int j = 0; j < 8; ++j) part_a[j] = tile_a[inner * 128 + ty * 8 + j];
      for (int i = 0; i < 8; ++i) part_b[i] = tile_b[inner * 128 + tx * 8 + i];
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i][j] += part_a[j] * part_b[i];
      }
    }
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      c[(blockIdx.x * 128 + tx * 8 + i) * N + blockIdx.y * 128 + ty * 8 + j] = sums[i][j];
    }
  }
}
