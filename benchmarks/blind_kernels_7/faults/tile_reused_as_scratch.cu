// Row norms and a mirrored copy of a tile of 4 x 64: the tile's first row is used again as scratch of the sums.
// Fault: sums go into the tile's memory while other warps still read the tile (data race).
extern "C" __global__ void norms(int* mirrored, int* norm, const int* x) {
  __shared__ int tile[4][64];
  int t = threadIdx.x, r = t / 64, c = t % 64;
  int v = x[blockIdx.x * 256 + t];
  tile[r][c] = v;
  __syncthreads();
  mirrored[blockIdx.x * 256 + t] = tile[3 - r][63 - c];
  int s = __reduce_add_sync(~0u, v * v);
#ifndef FAULT
  __syncthreads();
#endif
  if (t % 32 == 0) tile[0][t / 32] = s;
  __syncthreads();
  if (t < 4) norm[blockIdx.x * 4 + t] = tile[0][2 * t] + tile[0][2 * t + 1];
}
