// The median of the eleven values around each of 96 places (ends repeated), by insertion into a local array.
// Fault: the local array has nine elements, the window that the launch asks for has eleven (out of bounds in local memory).
__global__ void median(int* y, const int* x, int n, int radius) {
#ifdef FAULT
  int sorted[9];
#else
  int sorted[16];
#endif
  const int t = threadIdx.x;
  for (int k = -radius; k <= radius; k++) {
    const int v = x[min(max(t + k, 0), n - 1)];
    int i = k + radius;
    for (; i > 0 && sorted[i - 1] > v; i--) sorted[i] = sorted[i - 1];
    sorted[i] = v;
  }
  y[t] = sorted[radius];
}
