// Writes a permutation of its input to global memory and, after a barrier, reads what other threads wrote.
// Fault: the second read is __ldg, the read-only path, of memory that this kernel writes.
extern "C" __global__ void permute(int* y, int* scratch, const int* x) {
  int t = threadIdx.x, base = blockIdx.x * 64;
  scratch[base + (t * 13 & 63)] = x[base + t] + 1;
  __syncthreads();
#ifdef FAULT
  y[base + t] = __ldg(&scratch[base + 63 - t]);
#else
  y[base + t] = scratch[base + 63 - t];
#endif
}
