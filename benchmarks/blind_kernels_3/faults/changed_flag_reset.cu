// Spreads maxima around a ring until nothing changes; a shared flag says whether somebody has changed.
// Fault: no barrier between reading the flag and clearing it for the next round (race on shared, threads may leave at different rounds).
extern "C" __global__ void spread(int* y, const int* x) {
  __shared__ int s[64], changed;
  int t = threadIdx.x;
  s[t] = x[t];
  for (;;) {
    if (t == 0) changed = 0;
    __syncthreads();
    int old = s[t], v = max(old, s[(t + 1) & 63]);
    __syncthreads();
    if (v != old) {
      s[t] = v;
      atomicOr(&changed, 1);
    }
    __syncthreads();
    int go = changed;
#ifndef FAULT
    __syncthreads();
#endif
    if (!go) break;
  }
  y[t] = s[t];
}
