// A 16 x 8 matmul of depth 8 by mma.sync on tf32 numbers, fragments straight from global memory; B is stored by columns.
// Fault: the second and third register of A are exchanged, as for layouts that go along the depth first (wrong fragment).
__device__ __forceinline__ unsigned tf32(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return r;
}
extern "C" __global__ void gemm(float* y, const float* a, const float* b) {
  int lane = threadIdx.x, g = lane / 4, k = lane % 4;
  unsigned r[4];
  for (int i = 0; i < 4; ++i) {
#ifdef FAULT
    int row = g + i / 2 * 8, depth = k + i % 2 * 4;
#else
    int row = g + i % 2 * 8, depth = k + i / 2 * 4;
#endif
    r[i] = tf32(a[row * 8 + depth]);
  }
  float c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(tf32(b[g * 8 + k])), "r"(tf32(b[g * 8 + k + 4])));
  for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 8 + k * 2 + i % 2] = c[i];
}
