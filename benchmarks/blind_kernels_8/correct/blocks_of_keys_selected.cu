// Sparse attention: each of four blocks of eight queries looks only at the blocks of eight keys whose bit in a mask is set.
__global__ void attend(float* y, const float* q, const float* k, const float* v, const unsigned* mask) {
  __shared__ float keys[8][8], values[8][8];
  const int t = threadIdx.x, row = t >> 3, c = t & 7, query = blockIdx.x * 8 + row;
  float top = -1e30f, sum = 0.0f, o = 0.0f;
  for (unsigned m = mask[blockIdx.x]; m; m &= m - 1) {
    const int b = __ffs((int)m) - 1;
    keys[row][c] = k[(b * 8 + row) * 8 + c];
    values[row][c] = v[(b * 8 + row) * 8 + c];
    __syncthreads();
    float s = 0.0f;
    for (int d = 0; d < 8; d++) s += q[query * 8 + d] * keys[c][d];  // the thread's key is c
    float largest = s;
    for (int d = 4; d; d >>= 1) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, d));
    const float now = fmaxf(top, largest), p = expf(s - now), old = expf(top - now);
    float part = p;
    for (int d = 4; d; d >>= 1) part += __shfl_xor_sync(~0u, part, d);
    sum = sum * old + part;
    o *= old;
    for (int j = 0; j < 8; j++) o += __shfl_sync(~0u, p, j, 8) * values[j][c];
    top = now;
    __syncthreads();
  }
  y[query * 8 + c] = o / sum;
}
