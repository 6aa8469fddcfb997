// A 16 x 16 matmul of depth 16 by two mma.sync; one transposing ldmatrix of four matrices loads row-major B for both.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void gemm(float* y, const unsigned* a, const uint4* b) {
  __shared__ alignas(16) unsigned short sb[16][16];
  int lane = threadIdx.x, g = lane / 4, k = lane % 4, m = lane / 8;
  ((uint4*)sb)[lane] = b[lane];
  __syncwarp();
  unsigned r[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(&sb[m % 2 * 8 + lane % 8][m / 2 * 8])) : "memory");
  for (int n = 0; n < 2; ++n) {
    float c[4] = {0, 0, 0, 0};
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[g * 8 + k]), "r"(a[(g + 8) * 8 + k]), "r"(a[g * 8 + k + 4]), "r"(a[(g + 8) * 8 + k + 4]), "r"(r[2 * n]), "r"(r[2 * n + 1]));
    for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 16 + n * 8 + k * 2 + i % 2] = c[i];
  }
}
