// Each thread reports how many keys of its block share its digit.
// Fault: the bin is read without a barrier while other threads still count into it (race between an atomic and a plain read).
extern "C" __global__ void share(int* y, const unsigned* x) {
  __shared__ int bins[8];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  unsigned d = x[i] >> 29;
  atomicAdd(&bins[d], 1);
#ifndef FAULT
  __syncthreads();
#endif
  y[i] = bins[d];
}
