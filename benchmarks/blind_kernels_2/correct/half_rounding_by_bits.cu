// Converts floats of any bits to halves by integer arithmetic, nearest even, and compares with the instruction (NaN excepted).
#include <cuda_fp16.h>
extern "C" __global__ void convert(unsigned short* y, int* same, const unsigned* x) {
  unsigned u = x[threadIdx.x], s = u >> 16 & 0x8000, a = u & 0x7fffffff, h;
  if (a > 0x7f800000) h = 0x7e00;
  else if (a >= 0x47800000) h = 0x7c00;
  else if (a >= 0x38800000) {
    a -= 0x38000000;
    h = (a + 0xfff + (a >> 13 & 1)) >> 13;
  } else if (a < 0x33000000) h = 0;
  else {
    unsigned m = (a & 0x7fffff) | 0x800000;
    int shift = 126 - (int)(a >> 23);
    h = m >> shift;
    unsigned rest = m & ((1u << shift) - 1), half = 1u << (shift - 1);
    if (rest > half || (rest == half && (h & 1))) ++h;
  }
  h |= s;
  y[threadIdx.x] = (unsigned short)h;
  unsigned short hw = __half_as_ushort(__float2half_rn(__uint_as_float(u)));
  same[threadIdx.x] = (u & 0x7fffffff) > 0x7f800000 || hw == h;
}
