// A 16 x 8 matmul of depth 64: rows of 128 bytes whose 16-byte chunks are exchanged by XOR with the row, read by ldmatrix.
#include <cuda_fp16.h>
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mma_16816(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void ldmatrix_x4(unsigned* r, unsigned a) { asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a) : "memory"); }
__device__ __forceinline__ void ldmatrix_x2(unsigned* r, unsigned a) { asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(a) : "memory"); }
extern "C" __global__ void gemm(float* y, const uint4* a, const uint4* b) {
  __shared__ uint4 sa[16 * 8], sb[8 * 8];
  int lane = threadIdx.x;
  for (int i = lane; i < 128; i += 32) sa[i / 8 * 8 + ((i % 8) ^ (i / 8 & 7))] = a[i];
  for (int i = lane; i < 64; i += 32) sb[i / 8 * 8 + ((i % 8) ^ (i / 8))] = b[i];
  __syncwarp();
  float c[4] = {0, 0, 0, 0};
  for (int k = 0; k < 4; ++k) {
    unsigned ra[4], rb[2];
    int r = lane % 16, n = lane % 8;
    ldmatrix_x4(ra, smem(&sa[r * 8 + ((2 * k + lane / 16) ^ (r & 7))]));
    ldmatrix_x2(rb, smem(&sb[n * 8 + ((2 * k + lane / 8 % 2) ^ n)]));
    mma_16816(c, ra, rb);
  }
  for (int i = 0; i < 4; ++i) y[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
}
