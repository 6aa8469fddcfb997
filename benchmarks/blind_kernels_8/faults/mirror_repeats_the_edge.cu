// Smooths 80 samples with five weights; beyond the ends the samples are mirrored without repeating the end sample itself.
// Fault: mirroring repeats the end sample (wrong value at the ends).
__global__ void smooth(int* y, const int* x, int n) {
  const int t = threadIdx.x, w[5] = {1, 4, 6, 4, 1};
  int sum = 0;
  for (int k = 0; k < 5; k++) {
    int i = t + k - 2;
#ifdef FAULT
    if (i < 0) i = -i - 1;
    if (i >= n) i = 2 * n - 1 - i;
#else
    if (i < 0) i = -i;
    if (i >= n) i = 2 * n - 2 - i;
#endif
    sum += w[k] * x[i];
  }
  y[t] = sum;
}
