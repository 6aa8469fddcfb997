// Column sums of 3072 rows of halves, each entry mapped to about 0.9.
// Fault: the sums are kept in half, which cannot count beyond 2048 by steps below one (accuracy).
#include <cuda_fp16.h>
extern "C" __global__ void column_sums(float* y, const __half* x) {
  int t = threadIdx.x;
  __half scale = __float2half(0.0625f), shift = __float2half(0.875f);
#ifdef FAULT
  __half acc = __float2half(0.0f);
#else
  float acc = 0;
#endif
  for (int i = 0; i < 3072; ++i) {
    __half v = __hfma(x[i * 32 + t], scale, shift);
#ifdef FAULT
    acc = __hadd(acc, v);
#else
    acc += __half2float(v);
#endif
  }
#ifdef FAULT
  y[t] = __half2float(acc);
#else
  y[t] = acc;
#endif
}
