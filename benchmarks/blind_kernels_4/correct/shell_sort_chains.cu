// Shell's sort of 128 integers in shared memory: for each gap, a thread sorts one chain by insertion.
extern "C" __global__ void shell_sort(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 128 + t];
  s[t + 64] = x[blockIdx.x * 128 + t + 64];
  __syncthreads();
  for (int gap = 40; gap > 0; gap /= 3) {
    if (t < gap) {
      for (int i = t + gap; i < 128; i += gap) {
        int v = s[i], j = i;
        for (; j >= gap && s[j - gap] > v; j -= gap) s[j] = s[j - gap];
        s[j] = v;
      }
    }
    __syncthreads();
  }
  y[blockIdx.x * 128 + t] = s[t];
  y[blockIdx.x * 128 + t + 64] = s[t + 64];
}
