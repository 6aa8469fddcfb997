// Kernel 5: 8 x 8 elements a thread, float4 copies, A transposed in shared memory, two tiles. The
// source timed it with blocks of 1024 threads, which do not fit; its text asks for 16 x 16.
constexpr int BLOCK = 128, DEPTH = 8, EACH = 8;

__device__ void multiply(const float *tile_a, const float *tile_b, float *sums) {
  for (int at = 0; at < DEPTH; ++at) {
    const float4 *row = (const float4 *)(tile_a + at * BLOCK + threadIdx.x * EACH);
    const float4 *column = (const float4 *)(tile_b + at * BLOCK + threadIdx.y * EACH);
    const float4 low_a = row[0], high_a = row[1], low_b = column[0], high_b = column[1];
    const float of_a[EACH] = {low_a.x,  low_a.y,  low_a.z,  low_a.w,
                              high_a.x, high_a.y, high_a.z, high_a.w};
    const float of_b[EACH] = {low_b.x,  low_b.y,  low_b.z,  low_b.w,
                              high_b.x, high_b.y, high_b.z, high_b.w};
    for (int i = 0; i < EACH; ++i) {
      for (int j = 0; j < EACH; ++j) sums[i * EACH + j] += of_a[i] * of_b[j];
    }
  }
}

extern "C" __global__ void float4_fetch(const float *a, const float *b, float *c, int m, int k,
                                        int n) {
  __shared__ __align__(16) float tile_a[2 * BLOCK * DEPTH], tile_b[2 * DEPTH * BLOCK];
  const int first_row = EACH * blockIdx.x * blockDim.x,
            first_column = EACH * blockIdx.y * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int copy_row = thread / 2, copy_k = thread % 2;
  const int copy_k_of_b = thread / 32, copy_column = 4 * (thread % 32);
  const int steps = (k + DEPTH - 1) / DEPTH;
  float sums[EACH * EACH] = {};
  float4 next_a = *(const float4 *)(a + (first_row + copy_row) * k + 4 * copy_k);
  float4 next_b = *(const float4 *)(b + copy_k_of_b * n + first_column + copy_column);
  tile_a[4 * copy_k * BLOCK + copy_row] = next_a.x;
  tile_a[(4 * copy_k + 1) * BLOCK + copy_row] = next_a.y;
  tile_a[(4 * copy_k + 2) * BLOCK + copy_row] = next_a.z;
  tile_a[(4 * copy_k + 3) * BLOCK + copy_row] = next_a.w;
  *(float4 *)(tile_b + copy_k_of_b * BLOCK + copy_column) = next_b;
  __syncthreads();
  for (int step = 1; step < steps; ++step) {
    next_a = *(const float4 *)(a + (first_row + copy_row) * k + 4 * copy_k + step * DEPTH);
    next_b = *(const float4 *)(b + (copy_k_of_b + step * DEPTH) * n + first_column + copy_column);
    const int before = (step - 1) % 2 * BLOCK * DEPTH;
    multiply(tile_a + before, tile_b + before, sums);
    float *to_a = tile_a + step % 2 * BLOCK * DEPTH, *to_b = tile_b + step % 2 * BLOCK * DEPTH;
    to_a[4 * copy_k * BLOCK + copy_row] = next_a.x;
    to_a[(4 * copy_k + 1) * BLOCK + copy_row] = next_a.y;
    to_a[(4 * copy_k + 2) * BLOCK + copy_row] = next_a.z;
    to_a[(4 * copy_k + 3) * BLOCK + copy_row] = next_a.w;
    *(float4 *)(to_b + copy_k_of_b * BLOCK + copy_column) = next_b;
    __syncthreads();
  }
  const int before = (steps - 1) % 2 * BLOCK * DEPTH;
  multiply(tile_a + before, tile_b + before, sums);
  for (int i = 0; i < EACH; ++i) {
    for (int j = 0; j < EACH; ++j) {
      const int row = threadIdx.x * EACH + i, column = threadIdx.y * EACH + j;
      if (first_row + i < m && first_column + j < n) {
        c[(first_row + row) * n + first_column + column] = sums[i * EACH + j];
      }
    }
  }
}
