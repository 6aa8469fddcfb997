// The first block computes 64 values and sets a flag by an atomic; the second block waits for the flag and uses them.
// Fault: the fence stands behind the atomic that sets the flag instead of before it (data race).
extern "C" __global__ void hand_over(int* y, int* data, int* flag, const int* x) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = x[t] / 3;
    __syncthreads();
    if (t == 0) {
#ifndef FAULT
      __threadfence();
#endif
      atomicExch(flag, 1);
#ifdef FAULT
      __threadfence();
#endif
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {}
      __threadfence();
    }
    __syncthreads();
    y[t] = data[t ^ 5];
  }
}
