// Hillis-Steele inclusive scan of 256 integers per block, in place in shared memory.
// Fault: no barrier between reading the left neighbour and adding to its own cell (race on shared).
extern "C" __global__ void scan(int* y, const int* x) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = x[i];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int left = t >= d ? s[t - d] : 0;
#ifndef FAULT
    __syncthreads();
#endif
    s[t] += left;
    __syncthreads();
  }
  y[i] = s[t];
}
