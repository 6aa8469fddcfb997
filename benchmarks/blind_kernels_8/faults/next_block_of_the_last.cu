// The maximum of each of six blocks of 64 values, and then the larger one of a block's and the next block's maximum.
// Fault: the last block also asks for the next block's maximum, which does not exist (out of bounds).
__global__ void maxima(int* part, const int* x) {
  __shared__ int best;
  if (threadIdx.x == 0) best = -2147483647 - 1;
  __syncthreads();
  atomicMax(&best, x[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) part[blockIdx.x] = best;
}
__global__ void pairs(int* y, const int* part, int n) {
  const int b = threadIdx.x;
#ifdef FAULT
  y[b] = max(part[b], part[b + 1]);
#else
  y[b] = b + 1 < n ? max(part[b], part[b + 1]) : part[b];
#endif
}
