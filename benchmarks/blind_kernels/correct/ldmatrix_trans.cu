// A 16 x 16 matmul of depth 32: A by ldmatrix, B, which is row-major, by ldmatrix with transposition.
#include <cuda_fp16.h>
__device__ __forceinline__ void ldmatrix_x4(unsigned (&r)[4], unsigned s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(s) : "memory");
}
__device__ __forceinline__ void ldmatrix_x4_trans(unsigned (&r)[4], unsigned s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(s) : "memory");
}
__device__ __forceinline__ void mma_f16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void product(float* d, const __half* a, const __half* b) {
  __shared__ __align__(16) __half as[16 * 32], bs[32][24];
  int lane = threadIdx.x;
  for (int i = lane; i < 512; i += 32) {
    int row = i / 32, col = i % 32;
    as[row * 32 + ((col / 8 ^ row / 2) & 3) * 8 + col % 8] = a[i];  // pieces of 16 bytes, swizzled
    bs[i / 16][i % 16] = b[i];
  }
  __syncwarp();
  float c[2][4] = {};
  for (int k = 0; k < 32; k += 16) {
    unsigned fa[4], fb[4];
    int row = lane % 16, piece = k / 8 + lane / 16;
    ldmatrix_x4(fa, (unsigned)__cvta_generic_to_shared(&as[row * 32 + ((piece ^ row / 2) & 3) * 8]));
    ldmatrix_x4_trans(fb, (unsigned)__cvta_generic_to_shared(&bs[k + lane % 16][lane / 16 * 8]));
    unsigned left[2] = {fb[0], fb[1]}, right[2] = {fb[2], fb[3]};
    mma_f16(c[0], fa, left);
    mma_f16(c[1], fa, right);
  }
  for (int n = 0; n < 2; ++n)
    for (int i = 0; i < 4; ++i) d[(lane / 4 + i / 2 * 8) * 16 + n * 8 + lane % 4 * 2 + i % 2] = c[n][i];
}
