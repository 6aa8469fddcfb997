// Scales and shifts 101 halves by pairs; the odd element at the end is done alone.
// Fault: the odd element is left out (output not written).
#include <cuda_fp16.h>
extern "C" __global__ void affine(__half* y, const __half* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  const __half2 scale = __float2half2_rn(2.0f), shift = __float2half2_rn(1.0f);
  if (2 * i + 1 < 101) {
    ((__half2*)y)[i] = __hfma2(((const __half2*)x)[i], scale, shift);
  }
#ifndef FAULT
  else if (2 * i < 101) {
    y[2 * i] = __hfma(x[2 * i], __low2half(scale), __low2half(shift));
  }
#endif
}
