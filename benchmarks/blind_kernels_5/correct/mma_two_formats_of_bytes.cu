// A 16 x 8 matmul of depth 32 of 8-bit floats: A has four bits of exponent (e4m3), B has five (e5m2).
extern "C" __global__ void gemm(float* y, const unsigned* a, const unsigned* b) {
  int lane = threadIdx.x, g = lane / 4, k = lane % 4;
  float c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[g * 8 + k]), "r"(a[(g + 8) * 8 + k]), "r"(a[g * 8 + k + 4]), "r"(a[(g + 8) * 8 + k + 4]), "r"(b[g * 8 + k]), "r"(b[g * 8 + k + 4]));
  for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 8 + k * 2 + i % 2] = c[i];
}
