// Attention scores of a query and 64 keys of length 64, scaled by 1/8.
// Fault: the scores are summed in half before they are scaled, and exceed its largest number 65504 (overflow).
#include <cuda_fp16.h>
extern "C" __global__ void scores(float* y, const __half* q, const __half* k) {
  int t = threadIdx.x;
#ifdef FAULT
  __half s = 0;
  for (int i = 0; i < 64; ++i) s = __hfma(q[i], k[t * 64 + i], s);
  y[t] = __half2float(s) * 0.125f;
#else
  float s = 0;
  for (int i = 0; i < 64; ++i) s += __half2float(q[i]) * __half2float(k[t * 64 + i]);
  y[t] = s * 0.125f;
#endif
}
