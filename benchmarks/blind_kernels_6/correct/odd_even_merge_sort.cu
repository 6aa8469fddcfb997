// Batcher's odd-even merge sort of 128 numbers per block in shared memory, a pair per thread.
extern "C" __global__ void sort(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 64) s[i] = x[blockIdx.x * 128 + i];
  __syncthreads();
  for (int p = 1; p < 128; p *= 2)
    for (int k = p; k > 0; k /= 2) {
      for (int i = t; i < 128; i += 64) {
        int j = i + k;
        bool pairs = i >= k % p && (i - k % p) / k % 2 == 0 && j < 128 && i / (2 * p) == j / (2 * p);
        if (pairs && s[i] > s[j]) {
          int v = s[i];
          s[i] = s[j];
          s[j] = v;
        }
      }
      __syncthreads();
    }
  for (int i = t; i < 128; i += 64) y[blockIdx.x * 128 + i] = s[i];
}
