// The maximum of 100 values by a tree over 128 cells of shared memory.
// Fault: the last 28 cells are never set (uninitialized shared memory).
extern "C" __global__ void maximum(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x;
#ifdef FAULT
  if (t < 100) s[t] = x[t];
#else
  s[t] = t < 100 ? x[t] : -2147483647 - 1;
#endif
  __syncthreads();
  for (int d = 64; d; d /= 2) {
    if (t < d) s[t] = max(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) *y = s[0];
}
