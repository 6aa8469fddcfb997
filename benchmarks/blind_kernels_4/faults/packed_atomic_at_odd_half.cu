// Each of 64 threads adds its value to two neighbouring halves of the output.
// Fault: both are added by one packed atomic, which needs an even place (misaligned access to global).
#include <cuda_fp16.h>
extern "C" __global__ void spread(__half* y, const __half* x) {
  int t = threadIdx.x;
#ifdef FAULT
  atomicAdd((__half2*)&y[t], __half2half2(x[t]));
#else
  atomicAdd(&y[t], x[t]);
  atomicAdd(&y[t + 1], x[t]);
#endif
}
