// Lengths of the longest strictly rising subsequences of 24 numbers per thread: patience sorting with a binary search.
__global__ void rising(int* y, const int* x) {
  int top[24], n = 0;
  for (int i = 0; i < 24; i++) {
    const int v = x[i * 64 + threadIdx.x];
    int low = 0, high = n;
    while (low < high) {
      const int m = (low + high) >> 1;
      if (top[m] < v)
        low = m + 1;
      else
        high = m;
    }
    top[low] = v;
    n = max(n, low + 1);
  }
  y[threadIdx.x] = n;
}
