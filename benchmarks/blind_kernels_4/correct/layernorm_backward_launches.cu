// Backward of layer normalization: gradients of the input by a warp per row, then of gain and bias by a thread per column.
extern "C" __global__ void input_gradient(float* dx, const float* dy, const float* x, const float* gain, const float* mean, const float* rstd) {
  int row = threadIdx.y + 4 * blockIdx.x, lane = threadIdx.x;
  float hat[2], g[2], a = 0, b = 0;
  for (int k = 0; k < 2; ++k) {
    int i = row * 64 + k * 32 + lane;
    hat[k] = (x[i] - mean[row]) * rstd[row];
    g[k] = dy[i] * gain[k * 32 + lane];
    a += g[k];
    b += g[k] * hat[k];
  }
  for (int d = 16; d > 0; d >>= 1) {
    a += __shfl_xor_sync(0xffffffff, a, d);
    b += __shfl_xor_sync(0xffffffff, b, d);
  }
  for (int k = 0; k < 2; ++k) dx[row * 64 + k * 32 + lane] = rstd[row] * (g[k] - (a + hat[k] * b) / 64);
}
extern "C" __global__ void gain_gradient(float* dgain, float* dbias, const float* dy, const float* x, const float* mean, const float* rstd) {
  float a = 0, b = 0;
  for (int row = 0; row < 16; ++row) {
    float v = dy[row * 64 + threadIdx.x];
    a += v * (x[row * 64 + threadIdx.x] - mean[row]) * rstd[row];
    b += v;
  }
  dgain[threadIdx.x] = a;
  dbias[threadIdx.x] = b;
}
