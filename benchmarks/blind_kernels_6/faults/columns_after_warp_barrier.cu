// The 8 x 8 cosine transform, rows first, then columns; a block of 64 threads per tile.
// Fault: between rows and columns is a barrier of the warp, but the rows are of two warps (race on shared).
extern "C" __global__ void transform(float* y, const float* x) {
  __shared__ float s[8][8], rows[8][9];
  int u = threadIdx.x, v = threadIdx.y;
  s[v][u] = x[blockIdx.x * 64 + v * 8 + u];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += s[v][i] * cospif((2 * i + 1) * u / 16.f);
  rows[v][u] = sum;
#ifdef FAULT
  __syncwarp();
#else
  __syncthreads();
#endif
  sum = 0;
  for (int i = 0; i < 8; ++i) sum += rows[i][u] * cospif((2 * i + 1) * v / 16.f);
  y[blockIdx.x * 64 + v * 8 + u] = sum;
}
