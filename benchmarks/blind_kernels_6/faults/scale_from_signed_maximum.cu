// Quantizes rows of 32 values to fp8 (e4m3) with a power-of-two scale per row, chosen from the largest magnitude.
// Fault: the scale comes from the largest value, so rows of larger negative values saturate (wrong value).
#include <cuda_fp8.h>
extern "C" __global__ void quantize(unsigned char* q, float* scale, const float* x) {
  int lane = threadIdx.x;
  float v = x[blockIdx.x * 32 + lane], m = v;
#ifndef FAULT
  m = fabsf(v);
#endif
  for (int d = 16; d > 0; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  int e;
  frexpf(m, &e);
  float s = ldexpf(1.f, e - 8);
  if (lane == 0) scale[blockIdx.x] = s;
  q[blockIdx.x * 32 + lane] = __nv_cvt_float_to_fp8(v / s, __NV_SATFINITE, __NV_E4M3);
}
