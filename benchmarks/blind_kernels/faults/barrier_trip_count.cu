// Differences of neighbours by chunks of 128 through shared memory, then the sum of their squares.
// Fault: the number of iterations, and so of barriers, depends on the thread (barrier in divergent code).
extern "C" __global__ void differences(float* y, float* total, const float* x, int n) {
  __shared__ float s[128], sums[128];
  int t = threadIdx.x;
  float sum = 0;
#ifdef FAULT
  for (int i = t; i < n; i += 128) {
#else
  for (int base = 0; base < n; base += 128) {
    int i = base + t;
#endif
    s[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    if (i < n) {
      float d = t > 0 ? s[t] - s[t - 1] : s[t];
      y[i] = d;
      sum += d * d;
    }
    __syncthreads();
  }
  sums[t] = sum;
  __syncthreads();
  if (t == 0) {
    float all = 0;
    for (int j = 0; j < 128; ++j) all += sums[j];
    total[0] = all;
  }
}
