// A A^T of 16 x 16 bfloat16 by two mma.sync: the registers of the first operand are those of the second one, too.
#include <cuda_bf16.h>
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__global__ void gram(float* y, const __nv_bfloat16* x) {
  const unsigned* w = (const unsigned*)x + blockIdx.x * 128;
  const int g = threadIdx.x >> 2, c = threadIdx.x & 3;
  const unsigned a[4] = {w[g * 8 + c], w[(g + 8) * 8 + c], w[g * 8 + c + 4], w[(g + 8) * 8 + c + 4]};
  float left[4] = {}, right[4] = {};
  multiply(left, a, a[0], a[2]);
  multiply(right, a, a[1], a[3]);
  float* out = y + blockIdx.x * 256;
  for (int k = 0; k < 4; k++) {
    const int row = g + (k >> 1) * 8, column = 2 * c + (k & 1);
    out[row * 16 + column] = left[k];
    out[row * 16 + column + 8] = right[k];
  }
}
