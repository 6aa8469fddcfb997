// One sum per warp of 100 values; the last warp has four values.
// Fault: the shuffles are inside the bounds check, so the last warp reads lanes that do not take part.
extern "C" __global__ void warp_sums(float* y, const float* x, int n) {
  int t = threadIdx.x;
#ifdef FAULT
  unsigned mask = __ballot_sync(0xffffffffu, t < n);
  if (t < n) {
    float v = x[t];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(mask, v, o);
    if (t % 32 == 0) y[t / 32] = v;
  }
#else
  float v = t < n ? x[t] : 0.0f;
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  if (t % 32 == 0) y[t / 32] = v;
#endif
}
