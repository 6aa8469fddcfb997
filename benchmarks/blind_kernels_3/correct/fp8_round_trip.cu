// Rounds floats to 8-bit floats (e4m3, saturating at 448) in pairs and converts them back through halves.
#include <cuda_fp16.h>
extern "C" __global__ void round_trip(float2* y, unsigned short* code, const float2* x) {
  int t = threadIdx.x;
  unsigned short c;
  __half2 h;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(c) : "f"(x[t].y), "f"(x[t].x));
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(*(unsigned*)&h) : "h"(c));
  y[t] = __half22float2(h);
  code[t] = c & 0x8080;
}
