// Sums of 64 values per thread in eight local bins, chosen by the number of the step.
// Fault: the loop that clears the bins stops one short, so the last bin is used uninitialized (local memory).
extern "C" __global__ void bin_sums(float* y, const float* x, int bins) {
  float acc[8];
  int t = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  for (int j = 0; j < bins - 1; ++j) acc[j] = 0;
#else
  for (int j = 0; j < bins; ++j) acc[j] = 0;
#endif
  for (int i = 0; i < 64; ++i) acc[(i * 5 + t) % bins] += x[i * 64 + t];
  for (int j = 0; j < bins; ++j) y[t * 8 + j] = acc[j];
}
