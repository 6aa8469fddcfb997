// Kernel 4: 128 x 128 of C a block, 8 of K a tile, a word of each operand a thread. Consecutive
// threads copy consecutive rows of A and rows of B eight apart. Blocks outside C traverse K on
// zeros, and the guards of the stores leave out the thread's own row and column.
constexpr int BLOCK = 128, DEPTH = 8, EACH = 4;

extern "C" __global__ void reindexed_fetch(const float *a, const float *b, float *c, int m, int k,
                                           int n) {
  __shared__ float tile_a[BLOCK * DEPTH], tile_b[DEPTH * BLOCK];
  const int first_row = EACH * blockIdx.x * blockDim.x,
            first_column = EACH * blockIdx.y * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int copy_row = thread % 128, copy_k_of_a = thread / 128;
  const int copy_k_of_b = thread % 8, copy_column = thread / 8;
  float sums[EACH * EACH] = {};
  for (int step = 0; step < (k + DEPTH - 1) / DEPTH; ++step) {
    const int k_of_a = step * DEPTH + copy_k_of_a, k_of_b = step * DEPTH + copy_k_of_b;
    const bool in_a = first_row + copy_row < m && k_of_a < k;
    const bool in_b = first_column + copy_column < n && k_of_b < k;
    tile_a[copy_row * DEPTH + copy_k_of_a] = in_a ? a[(first_row + copy_row) * k + k_of_a] : 0.0f;
    tile_b[copy_k_of_b * BLOCK + copy_column] =
        in_b ? b[k_of_b * n + first_column + copy_column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < EACH; ++i) {
      for (int j = 0; j < EACH; ++j) {
        const int row = threadIdx.x * EACH + i, column = threadIdx.y * EACH + j;
        for (int at = 0; at < DEPTH; ++at) {
          sums[i * EACH + j] += tile_a[row * DEPTH + at] * tile_b[at * BLOCK + column];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < EACH; ++i) {
    for (int j = 0; j < EACH; ++j) {
      const int row = threadIdx.x * EACH + i, column = threadIdx.y * EACH + j;
      if (first_row + i < m && first_column + j < n) {
        c[(first_row + row) * n + first_column + column] = sums[i * EACH + j];
      }
    }
  }
}
