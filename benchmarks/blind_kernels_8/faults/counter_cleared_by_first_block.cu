// Counts values above 50 over four blocks; a first launch clears the counter.
// Fault: the counter is cleared by the first block of the counting launch, while other blocks may have counted (data race).
__global__ void clear(int* total) {
#ifndef FAULT
  *total = 0;
#endif
}
__global__ void count(int* total, const int* x) {
#ifdef FAULT
  if (blockIdx.x == 0 && threadIdx.x == 0) *total = 0;
  __syncthreads();
#endif
  if (x[blockIdx.x * 64 + threadIdx.x] > 50) atomicAdd(total, 1);
}
