// Gaussian elimination of 16 equations with a pivot row that is exchanged with the current row in shared memory.
// Fault: elimination begins before all columns are exchanged, in other warps (race on shared).
extern "C" __global__ void solve(float* x, const float* a) {
  __shared__ float m[16][17];
  __shared__ int pivot;
  int c = threadIdx.x, w = threadIdx.y;
  if (c < 17)
    for (int r = w; r < 16; r += 4) m[r][c] = a[r * 17 + c];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    if (c == 0 && w == 0) {
      pivot = k;
      for (int r = k + 1; r < 16; ++r)
        if (fabsf(m[r][k]) > fabsf(m[pivot][k])) pivot = r;
    }
    __syncthreads();
    if (w == 0 && c < 17 && pivot != k) {
      float v = m[k][c];
      m[k][c] = m[pivot][c];
      m[pivot][c] = v;
    }
#ifndef FAULT
    __syncthreads();
#endif
    for (int r = w; r < 16; r += 4) {
      if (r == k) continue;
      float f = m[r][k] / m[k][k];
      __syncwarp();
      if (c < 17) m[r][c] -= f * m[k][c];
      __syncwarp();
    }
    __syncthreads();
  }
  if (w == 0 && c < 16) x[c] = m[c][16] / m[c][c];
}
