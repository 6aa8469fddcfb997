// Blelloch's exclusive scan of 128 integers per block in shared memory.
// Fault: the levels of the down-sweep are not separated by a barrier (race).
extern "C" __global__ void scan(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 128 + t];
  s[t + 64] = x[blockIdx.x * 128 + t + 64];
  int stride = 1;
  for (int n = 64; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
    stride *= 2;
  }
  __syncthreads();
  if (t == 0) s[127] = 0;
  __syncthreads();
  for (int n = 1; n < 128; n *= 2) {
    stride /= 2;
    if (t < n) {
      int i = stride * (2 * t + 1) - 1, j = stride * (2 * t + 2) - 1, v = s[i];
      s[i] = s[j];
      s[j] += v;
    }
#ifndef FAULT
    __syncthreads();
#endif
  }
#ifdef FAULT
  __syncthreads();
#endif
  y[blockIdx.x * 128 + t] = s[t];
  y[blockIdx.x * 128 + t + 64] = s[t + 64];
}
