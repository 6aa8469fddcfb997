// Running maxima over 9 values by van Herk's method: forward and backward maxima within chunks of 9, in shared memory.
extern "C" __global__ void dilate(int* y, const int* x) {
  __shared__ int f[144], b[144];
  int t = threadIdx.x, base = blockIdx.x * 135;
  if (t < 16) {
    int m = 0x80000000;
    for (int k = 0; k < 9; ++k) f[t * 9 + k] = m = max(m, x[base + t * 9 + k]);
    m = 0x80000000;
    for (int k = 8; k >= 0; --k) b[t * 9 + k] = m = max(m, x[base + t * 9 + k]);
  }
  __syncthreads();
  for (int i = t; i < 135; i += 64) y[base + i] = max(b[i], f[i + 8]);
}
