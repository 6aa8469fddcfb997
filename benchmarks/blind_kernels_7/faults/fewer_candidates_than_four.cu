// The four nearest of up to six candidates per thread by insertion into a local list; absent ones count as -1.
// Fault: the list is not set first, although a thread may have fewer than four candidates (uninitialized read).
extern "C" __global__ void nearest(int* y, const int* count, const int* distance) {
  int i = blockIdx.x * 32 + threadIdx.x, n = count[i], best[4];
#ifndef FAULT
  for (int k = 0; k < 4; ++k) best[k] = -1;
#endif
  for (int k = 0; k < n; ++k) {
    int v = distance[k * 64 + i], j = min(k, 4);
    if (j == 4) {
      if (best[3] <= v) continue;
      j = 3;
    }
    for (; j > 0 && best[j - 1] > v; --j) best[j] = best[j - 1];
    best[j] = v;
  }
  for (int k = 0; k < 4; ++k) y[i * 4 + k] = best[k];
}
