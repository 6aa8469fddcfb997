// Doubled areas and numbers of corners of the convex hulls of twelve points per thread, sorted by x, by Andrew's monotone chains.
__global__ void hulls(int* area, int* corners, const int* px, const int* py) {
  const int* x = px + threadIdx.x * 12;
  const int* y = py + threadIdx.x * 12;
  int hull[26], n = 0, lower = 0, sum = 0;
  for (int step = 0; step < 23; step++) {
    const int i = step < 12 ? step : 22 - step;
    const int least = step < 12 ? 2 : lower + 1;
    while (n >= least) {
      const int a = hull[n - 2], b = hull[n - 1];
      if ((x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) > 0) break;
      n--;
    }
    hull[n++] = i;
    if (step == 11) lower = n;
  }
  n--;  // the first point again
  for (int k = 0; k < n; k++) {
    const int a = hull[k], b = hull[k + 1];
    sum += x[a] * y[b] - x[b] * y[a];
  }
  area[threadIdx.x] = sum;
  corners[threadIdx.x] = n;
}
