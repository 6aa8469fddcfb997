// Dequantizes eight 4-bit weights per word to halves by lop3 and the exponent of 1024, without conversions.
#include <cuda_fp16.h>
extern "C" __global__ void dequantize(__half2* y, const unsigned* w) {
  unsigned v = w[threadIdx.x];
  for (int k = 0; k < 4; ++k) {
    unsigned h, m = 0x000f000f, magic = 0x64006400;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(h) : "r"(v >> 4 * k), "r"(m), "r"(magic));
    __half2 f = __hsub2(*(__half2*)&h, __floats2half2_rn(1032.f, 1032.f));
    y[threadIdx.x * 4 + k] = f;
  }
}
