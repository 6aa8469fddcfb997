// Weights times values for 40 keys, by tiles of 32 keys in shared memory; absent keys have weight zero.
// Fault: rows of the last tile that have no key are left unset, and zero times garbage may be NaN.
extern "C" __global__ void weighted(float* y, const float* p, const float* v) {
  __shared__ float tiles[2][32][16];
  __shared__ float part[4][16];
  int t = threadIdx.x, c = t % 16, g = t / 16;
  float acc = 0;
  for (int base = 0; base < 40; base += 32) {
    float(*tile)[16] = tiles[base / 32];
    for (int r = g; r < 32; r += 4) {
      if (base + r < 40) tile[r][c] = v[(base + r) * 16 + c];
#ifndef FAULT
      else tile[r][c] = 0;
#endif
    }
    __syncthreads();
    for (int r = g; r < 32; r += 4) {
      float w = base + r < 40 ? p[base + r] : 0.f;
      acc += w * tile[r][c];
    }
    __syncthreads();
  }
  part[g][c] = acc;
  __syncthreads();
  if (g == 0) y[c] = part[0][c] + part[1][c] + part[2][c] + part[3][c];
}
