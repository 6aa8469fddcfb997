// Sums of two arrays: a launch adds to a variable of the module, the next one takes the sum out of it.
// Fault: taking the sum does not clear the variable, so the second sum includes the first (stale state between launches).
__device__ int total;
extern "C" __global__ void add(const int* x) { atomicAdd(&total, x[blockIdx.x * 32 + threadIdx.x] & 1023); }
extern "C" __global__ void take(int* y) {
  *y = total;
#ifndef FAULT
  total = 0;
#endif
}
