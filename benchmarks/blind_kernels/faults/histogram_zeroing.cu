// Histogram of 64 bins: a private one per block in shared memory, added to the global one at the end.
// Fault: no barrier between zeroing the private bins and counting into them (race on shared).
extern "C" __global__ void histogram(int* bins, const int* x) {
  __shared__ int h[64];
  int t = threadIdx.x;
  if (t < 64) h[t] = 0;
#ifndef FAULT
  __syncthreads();
#endif
  for (int i = 0; i < 4; ++i) atomicAdd(&h[(x[blockIdx.x * 512 + i * 128 + t] * 7 + i) & 63], 1);
  __syncthreads();
  if (t < 64) atomicAdd(&bins[t], h[t]);
}
