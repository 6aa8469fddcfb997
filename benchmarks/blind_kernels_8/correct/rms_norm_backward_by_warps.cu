// Backward pass of root-mean-square normalization with a gain: gradients of 8 rows of 64 by warps, of the gain by a second launch.
__global__ void rows(float* dx, float* scaled, const float* x, const float* dy, const float* gain) {
  const int row = blockIdx.x * 4 + threadIdx.y, c = threadIdx.x;
  const float* xr = x + row * 64;
  const float* dr = dy + row * 64;
  const float x0 = xr[c], x1 = xr[c + 32], g0 = dr[c] * gain[c], g1 = dr[c + 32] * gain[c + 32];
  float square = x0 * x0 + x1 * x1, dot = g0 * x0 + g1 * x1;
  for (int d = 16; d; d >>= 1) {
    square += __shfl_xor_sync(~0u, square, d);
    dot += __shfl_xor_sync(~0u, dot, d);
  }
  const float r = 1.0f / sqrtf(square / 64.0f + 1e-5f), common = dot * r * r / 64.0f;
  dx[row * 64 + c] = r * (g0 - x0 * common);
  dx[row * 64 + c + 32] = r * (g1 - x1 * common);
  scaled[row * 64 + c] = dr[c] * x0 * r;
  scaled[row * 64 + c + 32] = dr[c + 32] * x1 * r;
}
__global__ void columns(float* dgain, const float* scaled) {
  float sum = 0.0f;
  for (int r = 0; r < 8; r++) sum += scaled[r * 64 + threadIdx.x];
  dgain[threadIdx.x] = sum;
}
