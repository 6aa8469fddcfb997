// A 16 x 8 matmul of depth 16 by mma.sync; A's rows are padded in shared memory and loaded by ldmatrix.
// Fault: rows of 20 halves are 40 bytes apart, so ldmatrix gets addresses that are not multiples of 16.
#include <cuda_fp16.h>
#ifdef FAULT
#define STRIDE 20
#else
#define STRIDE 24
#endif
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mma_16816(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void ldmatrix_x4(unsigned* r, unsigned a) { asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a) : "memory"); }
extern "C" __global__ void gemm(float* y, const __half* a, const __half* b) {
  __shared__ alignas(16) __half s[16 * STRIDE];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) s[i / 16 * STRIDE + i % 16] = a[i];
  __syncwarp();
  unsigned ra[4], rb[2];
  ldmatrix_x4(ra, smem(s + lane % 16 * STRIDE + lane / 16 * 8));
  rb[0] = *(const unsigned*)(b + lane / 4 * 16 + lane % 4 * 2);
  rb[1] = *(const unsigned*)(b + lane / 4 * 16 + lane % 4 * 2 + 8);
  float c[4] = {0, 0, 0, 0};
  mma_16816(c, ra, rb);
  for (int i = 0; i < 4; ++i) y[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
}
