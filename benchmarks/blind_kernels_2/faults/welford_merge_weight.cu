// Mean and variance of 96 values per warp: Welford's method per lane, then pairwise merging.
// Fault: the merge adds delta squared times the count of one side instead of half of it.
extern "C" __global__ void moments(float* y, const float* x) {
  float n = 0, mean = 0, m2 = 0;
  for (int k = threadIdx.x; k < 96; k += 32) {
    float v = x[blockIdx.x * 96 + k], d = v - mean;
    n += 1;
    mean += d / n;
    m2 += d * (v - mean);
  }
  for (int d = 16; d; d /= 2) {
    float mean2 = __shfl_xor_sync(~0u, mean, d), other = __shfl_xor_sync(~0u, m2, d);
    float delta = mean2 - mean;
    mean = (mean + mean2) * 0.5f;
#ifdef FAULT
    m2 += other + delta * delta * n;
#else
    m2 += other + delta * delta * n * 0.5f;
#endif
    n *= 2;
  }
  if (threadIdx.x == 0) {
    y[blockIdx.x * 2] = mean;
    y[blockIdx.x * 2 + 1] = m2 / n;
  }
}
