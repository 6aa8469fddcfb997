// Atomic additions of two packed halves to four pairs; small integers, so that the order does not matter.
#include <cuda_fp16.h>
extern "C" __global__ void add(__half2* y, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
  atomicAdd(&y[i % 4], __floats2half2_rn((float)v, (float)(1 - v)));
}
