// Smooths 96 cells by 1, 2, 1 in tiles of 32; a block holds its tile and one more cell on each side. The outer cells stay.
// Fault: a block stores all cells that it holds, also its neighbours' ones, unsmoothed (data race, wrong values).
__global__ void smooth(int* y, const int* x, int n) {
  __shared__ int tile[34];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t - 1;
  const bool inside = i >= 0 && i < n;
  tile[t] = inside ? x[i] : 0;
  __syncthreads();
  int v = tile[t];
  if (t > 0 && t < 33 && i > 0 && i < n - 1) v = (tile[t - 1] + 2 * v + tile[t + 1]) >> 2;
#ifdef FAULT
  if (inside) y[i] = v;
#else
  if (inside && t > 0 && t < 33) y[i] = v;
#endif
}
