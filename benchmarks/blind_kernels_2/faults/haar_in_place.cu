// Haar wavelet transform of 128 values per block, all levels in place in shared memory.
// Fault: no barrier between reading the pairs of a level and writing its averages (race).
extern "C" __global__ void haar(float* y, const float* x) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 128 + t];
  s[t + 64] = x[blockIdx.x * 128 + t + 64];
  __syncthreads();
  for (int n = 64; n >= 1; n /= 2) {
    float a = 0, b = 0;
    if (t < n) {
      a = s[2 * t];
      b = s[2 * t + 1];
    }
#ifndef FAULT
    __syncthreads();
#endif
    if (t < n) {
      s[t] = (a + b) * 0.5f;
      s[n + t] = (a - b) * 0.5f;
    }
    __syncthreads();
  }
  y[blockIdx.x * 128 + t] = s[t];
  y[blockIdx.x * 128 + t + 64] = s[t + 64];
}
