// Squared distances to the nearest marked pixel of a 16 x 24 image: a launch along columns, then a minimum over parabolas along rows.
extern "C" __global__ void columns(int* g, const int* x) {
  int c = threadIdx.x, d = 100;
  for (int r = 0; r < 16; ++r) {
    d = x[r * 24 + c] ? 0 : d + 1;
    g[r * 24 + c] = d;
  }
  d = 100;
  for (int r = 15; r >= 0; --r) {
    d = x[r * 24 + c] ? 0 : d + 1;
    g[r * 24 + c] = min(g[r * 24 + c], d);
  }
}
extern "C" __global__ void rows(int* y, const int* g) {
  __shared__ int row[24];
  int c = threadIdx.x, r = blockIdx.x;
  row[c] = g[r * 24 + c];
  __syncthreads();
  int best = 1 << 30;
  for (int k = 0; k < 24; ++k) best = min(best, (c - k) * (c - k) + row[k] * row[k]);
  y[r * 24 + c] = best;
}
