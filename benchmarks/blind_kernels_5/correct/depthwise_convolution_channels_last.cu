// A depthwise 3 x 3 convolution with the channels last, two channels per thread in packed halves, summed in floats; zeros outside.
#include <cuda_fp16.h>
extern "C" __global__ void convolve(__half2* y, const __half2* x, const __half2* w) {
  int pair = threadIdx.x, column = threadIdx.y, row = blockIdx.x;
  float2 sum = make_float2(0, 0);
  for (int r = -1; r <= 1; ++r)
    for (int c = -1; c <= 1; ++c) {
      if ((unsigned)(row + r) >= 6 || (unsigned)(column + c) >= 6) continue;
      float2 v = __half22float2(x[((row + r) * 6 + column + c) * 8 + pair]);
      float2 f = __half22float2(w[((r + 1) * 3 + c + 1) * 8 + pair]);
      sum.x += v.x * f.x;
      sum.y += v.y * f.y;
    }
  y[(row * 6 + column) * 8 + pair] = __float22half2_rn(sum);
}
