// A filter with five taps over 40 steps of 32 channels; the last eight inputs are kept in a shared ring.
// Fault: (i - tap) % 8 is negative for the first steps, so cells before the ring are read (out of bounds on shared).
extern "C" __global__ void filter(float* y, const float* x, int steps) {
  __shared__ float ring[8][32];
  int t = threadIdx.x;
  for (int j = 0; j < 8; ++j) ring[j][t] = 0;
  for (int i = 0; i < steps; ++i) {
    ring[i % 8][t] = x[i * 32 + t];
    float acc = 0;
    for (int tap = 0; tap < 5; ++tap) {
#ifdef FAULT
      int slot = (i - tap) % 8;
#else
      int slot = (i - tap + 8) % 8;
#endif
      acc += ring[slot][t] * (0.5f - 0.1f * tap);
    }
    y[i * 32 + t] = acc;
  }
}
