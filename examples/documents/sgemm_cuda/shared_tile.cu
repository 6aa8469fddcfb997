// Kernel 2: tiles of 32 x 32 in shared memory, threadIdx.x along their rows: a warp stores to one
// bank, reads A's tile from one bank, and reads and writes 32 rows of global memory.
constexpr int SIDE = 32;

extern "C" __global__ void shared_tile(const float *a, const float *b, float *c, int m, int k,
                                       int n) {
  __shared__ float tile_a[SIDE][SIDE], tile_b[SIDE][SIDE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.x * blockDim.x + tx, column = blockIdx.y * blockDim.y + ty;
  float sum = 0.0f;
  for (int step = 0; step < (k + SIDE - 1) / SIDE; ++step) {
    const int first = step * SIDE;
    tile_a[tx][ty] = row < m && first + ty < k ? a[row * k + first + ty] : 0.0f;
    tile_b[tx][ty] = first + tx < k && column < n ? b[(first + tx) * n + column] : 0.0f;
    __syncthreads();
    for (int at = 0; at < SIDE; ++at) sum += tile_a[tx][at] * tile_b[at][ty];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
