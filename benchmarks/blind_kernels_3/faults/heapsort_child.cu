// Four threads sort rows of 32 integers by heapsort in place.
// Fault: the right child is compared even if it lies behind the heap; in the last row that is behind the array (out of bounds on global).
__device__ void sift(int* h, int i, int n) {
  int v = h[i];
  while (2 * i + 1 < n) {
    int c = 2 * i + 1;
#ifdef FAULT
    if (h[c + 1] > h[c]) ++c;
#else
    if (c + 1 < n && h[c + 1] > h[c]) ++c;
#endif
    if (h[c] <= v) break;
    h[i] = h[c];
    i = c;
  }
  h[i] = v;
}
extern "C" __global__ void heapsort(int* x) {
  int* h = x + threadIdx.x * 32;
  for (int i = 15; i >= 0; --i) sift(h, i, 32);
  for (int n = 31; n > 0; --n) {
    int top = h[0];
    h[0] = h[n];
    h[n] = top;
    sift(h, 0, n);
  }
}
