// Counts the low three bits of 512 integers into an output that the kernel has to set itself.
// Fault: the counts are added to an output nobody has cleared (uninitialized global memory).
extern "C" __global__ void count(int* counts, const int* x) {
  int t = threadIdx.x;
#ifndef FAULT
  if (t < 8) counts[t] = 0;
  __syncthreads();
#endif
  for (int i = t; i < 512; i += 128) atomicAdd(&counts[x[i] & 7], 1);
}
