// A B^T by two mma, whose results become halves, go to shared memory by stmatrix, and to global memory in rows of 16 bytes.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mma(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#include <cuda_fp16.h>
__device__ __forceinline__ unsigned pack(float a, float b) {
  __half2 h = __floats2half2_rn(a, b);
  return *reinterpret_cast<unsigned*>(&h);
}
extern "C" __global__ void product(uint4* y, const unsigned* a, const unsigned* b) {
  __shared__ alignas(16) unsigned short tile[16][24];
  int lane = threadIdx.x, g = lane / 4, q = lane % 4;
  a += blockIdx.x * 128;
  b += blockIdx.x * 128;
  unsigned fa[4] = {a[g * 8 + q], a[g * 8 + 64 + q], a[g * 8 + q + 4], a[g * 8 + 68 + q]};
  float c[2][4] = {};
  for (int n = 0; n < 2; ++n) {
    unsigned fb[2] = {b[(n * 8 + g) * 8 + q], b[(n * 8 + g) * 8 + q + 4]};
    mma(c[n], fa, fb);
  }
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               ::"r"(shared_address(&tile[lane % 16][lane / 16 * 8])), "r"(pack(c[0][0], c[0][1])), "r"(pack(c[0][2], c[0][3])),
                 "r"(pack(c[1][0], c[1][1])), "r"(pack(c[1][2], c[1][3])) : "memory");
  __syncwarp();
  y[blockIdx.x * 32 + lane] = *(const uint4*)&tile[lane / 2][lane % 2 * 8];
}
