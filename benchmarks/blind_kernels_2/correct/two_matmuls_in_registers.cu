// (Q K^T) V by a warp: the accumulators of the first mma.sync become the A fragment of the second, as in attention.
#include <cuda_fp16.h>
__device__ __forceinline__ void mma_16816(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ unsigned pack(float a, float b) {
  __half2 h = __floats2half2_rn(a, b);
  return *(unsigned*)&h;
}
extern "C" __global__ void chain(float* y, const __half* q, const __half* k, const __half* v) {
  int g = threadIdx.x / 4, p = threadIdx.x % 4 * 2;
  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) a[i] = *(const unsigned*)(q + (g + i % 2 * 8) * 16 + p + i / 2 * 8);
  float s[2][4] = {};
  for (int n = 0; n < 2; ++n) {
    b[0] = *(const unsigned*)(k + (n * 8 + g) * 16 + p);
    b[1] = *(const unsigned*)(k + (n * 8 + g) * 16 + p + 8);
    mma_16816(s[n], a, b);
  }
  a[0] = pack(s[0][0], s[0][1]);
  a[1] = pack(s[0][2], s[0][3]);
  a[2] = pack(s[1][0], s[1][1]);
  a[3] = pack(s[1][2], s[1][3]);
  __half2 u = __halves2half2(v[p * 8 + g], v[(p + 1) * 8 + g]), w = __halves2half2(v[(p + 8) * 8 + g], v[(p + 9) * 8 + g]);
  b[0] = *(unsigned*)&u;
  b[1] = *(unsigned*)&w;
  float c[4] = {0, 0, 0, 0};
  mma_16816(c, a, b);
  for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 8 + p + i % 2] = c[i];
}
