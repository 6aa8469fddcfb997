// A 16 x 8 matmul of depth 16 by mma.sync, the fragments loaded by ldmatrix.
// Fault: the lanes' row addresses for A visit the quadrants in the order of rows, swapping the second and third.
#include <cuda_fp16.h>
__device__ __forceinline__ void ldmatrix_x4(unsigned (&r)[4], unsigned s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(s) : "memory");
}
__device__ __forceinline__ void ldmatrix_x2(unsigned (&r)[2], unsigned s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(s) : "memory");
}
__device__ __forceinline__ void mma_f16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void product(float* d, const __half* a, const __half* b) {
  __shared__ __align__(16) __half as[16][24], bs[8][24];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) as[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32) bs[i / 16][i % 16] = b[i];
  __syncwarp();
  unsigned fa[4], fb[2];
#ifdef FAULT
  int row = lane % 8 + lane / 16 * 8, col = lane / 8 % 2 * 8;
#else
  int row = lane % 16, col = lane / 16 * 8;
#endif
  ldmatrix_x4(fa, (unsigned)__cvta_generic_to_shared(&as[row][col]));
  ldmatrix_x2(fb, (unsigned)__cvta_generic_to_shared(&bs[lane % 8][lane / 8 % 2 * 8]));
  float c[4] = {0, 0, 0, 0};
  mma_f16(c, fa, fb);
  int r = lane / 4, k = lane % 4 * 2;
  d[r * 8 + k] = c[0];
  d[r * 8 + k + 1] = c[1];
  d[(r + 8) * 8 + k] = c[2];
  d[(r + 8) * 8 + k + 1] = c[3];
}
