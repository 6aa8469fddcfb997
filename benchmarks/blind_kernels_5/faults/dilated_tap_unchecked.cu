// A convolution with three taps that are four cells apart; cells outside count as zero.
// Fault: the bounds are checked for taps that are one cell apart (out of bounds on global).
extern "C" __global__ void convolve(float* y, const float* x, const float* w) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = -1; k <= 1; ++k) {
#ifdef FAULT
    int checked = i + k;
#else
    int checked = i + 4 * k;
#endif
    if (checked >= 0 && checked < 64) sum += w[k + 1] * x[i + 4 * k];
  }
  y[i] = sum;
}
