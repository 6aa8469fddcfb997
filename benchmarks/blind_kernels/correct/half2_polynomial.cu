// A polynomial of degree four in packed halves, with comparison and selection per half.
#include <cuda_fp16.h>
extern "C" __global__ void polynomial(__half2* y, const __half2* x) {
  int i = blockIdx.x * 128 + threadIdx.x;
  __half2 v = x[i], r = __float2half2_rn(0.25f);
  const float c[4] = {-0.5f, 0.75f, 1.5f, -0.125f};
#pragma unroll
  for (int j = 0; j < 4; ++j) r = __hfma2(r, v, __float2half2_rn(c[j]));
  y[i] = __hmax2(r, __float2half2_rn(0.0f));
}
