// A 16 x 8 matmul of depth 32 with almost the accuracy of float: each factor is split into two tf32 numbers.
__device__ void split(float v, unsigned& big, unsigned& small) {
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(big) : "f"(v));
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(small) : "f"(v - __uint_as_float(big)));
}
__device__ void mma(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
extern "C" __global__ void gemm(float* y, const float* a, const float* b) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float c[4] = {0, 0, 0, 0};
  for (int k = 0; k < 32; k += 8) {
    unsigned ab[4], as[4], bb[2], bs[2];
    for (int i = 0; i < 4; ++i) split(a[(g + i % 2 * 8) * 32 + k + t + i / 2 * 4], ab[i], as[i]);
    for (int i = 0; i < 2; ++i) split(b[g * 32 + k + t + i * 4], bb[i], bs[i]);
    mma(c, as, bb);
    mma(c, ab, bs);
    mma(c, ab, bb);
  }
  for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = c[i];
}
