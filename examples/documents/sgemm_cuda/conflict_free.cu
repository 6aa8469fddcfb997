// Kernel 6: kernel 5 with float4 accumulators and float4 stores of C, which nothing guards. Its
// reads of both tiles are eight words apart. The source timed it with blocks that do not fit, as
// kernel 5.
constexpr int BLOCK = 128, DEPTH = 8, EACH = 8;

__device__ void add_scaled(float4 &sum, float factor, const float4 &values) {
  sum.x += factor * values.x;
  sum.y += factor * values.y;
  sum.z += factor * values.z;
  sum.w += factor * values.w;
}

__device__ void multiply(const float *tile_a, const float *tile_b, float4 *sums) {
  for (int at = 0; at < DEPTH; ++at) {
    const float4 *row = (const float4 *)(tile_a + at * BLOCK + threadIdx.x * EACH);
    const float4 *column = (const float4 *)(tile_b + at * BLOCK + threadIdx.y * EACH);
    const float of_a[EACH] = {row[0].x, row[0].y, row[0].z, row[0].w,
                              row[1].x, row[1].y, row[1].z, row[1].w};
    const float4 low = column[0], high = column[1];
    for (int i = 0; i < EACH; ++i) {
      add_scaled(sums[2 * i], of_a[i], low);
      add_scaled(sums[2 * i + 1], of_a[i], high);
    }
  }
}

extern "C" __global__ void conflict_free(const float *a, const float *b, float *c, int m, int k,
                                         int n) {
  __shared__ __align__(16) float tile_a[2 * BLOCK * DEPTH], tile_b[2 * DEPTH * BLOCK];
  const int first_row = EACH * blockIdx.x * blockDim.x,
            first_column = EACH * blockIdx.y * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int copy_row = thread / 2, copy_k = thread % 2;
  const int copy_k_of_b = thread / 32, copy_column = 4 * (thread % 32);
  const int steps = (k + DEPTH - 1) / DEPTH;
  float4 sums[2 * EACH] = {};
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
    float *to = c + (first_row + threadIdx.x * EACH + i) * n + first_column + threadIdx.y * EACH;
    *(float4 *)to = sums[2 * i];
    *(float4 *)(to + 4) = sums[2 * i + 1];
  }
}
