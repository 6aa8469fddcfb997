// A 16 x 8 matmul by mma.sp: of each four columns of A only the second and the fourth are stored.
extern "C" __global__ void gemm(float* y, const unsigned* a, const unsigned* b) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float c[4] = {0, 0, 0, 0};
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, 0x0;"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[g * 4 + t]), "r"(a[(g + 8) * 4 + t]), "r"(b[g * 8 + t]), "r"(b[g * 8 + 4 + t]), "r"(0xdddddddd));
  y[g * 8 + 2 * t] = c[0];
  y[g * 8 + 2 * t + 1] = c[1];
  y[(g + 8) * 8 + 2 * t] = c[2];
  y[(g + 8) * 8 + 2 * t + 1] = c[3];
}
