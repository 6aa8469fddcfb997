// The sum of 100 values per block by a tree in shared memory.
// Fault: an odd number of values is halved downward, so the last of 25 and the last of 3 are left out (wrong values).
extern "C" __global__ void tree_sum(int* y, const int* x) {
  __shared__ int s[100];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 100 + t];
  __syncthreads();
  for (int n = 100; n > 1;) {
#ifdef FAULT
    int half = n / 2;
#else
    int half = (n + 1) / 2;
#endif
    if (t < n / 2) s[t] += s[t + half];
    __syncthreads();
    n = half;
  }
  if (t == 0) y[blockIdx.x] = s[0];
}
