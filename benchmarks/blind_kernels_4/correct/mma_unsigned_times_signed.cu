// A 16 x 8 matmul of depth 64 of unsigned by signed bytes by mma.sync, on top of an integer bias per column.
extern "C" __global__ void gemm(int* y, const unsigned char* a, const signed char* b, const int* bias) {
  int lane = threadIdx.x, g = lane / 4, q = lane % 4;
  int c[4] = {bias[2 * q], bias[2 * q + 1], bias[2 * q], bias[2 * q + 1]};
  for (int k = 0; k < 64; k += 32) {
    const unsigned* low = (const unsigned*)(a + g * 64 + k);
    const unsigned* high = (const unsigned*)(a + (g + 8) * 64 + k);
    const unsigned* column = (const unsigned*)(b + g * 64 + k);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(low[q]), "r"(high[q]), "r"(low[q + 4]), "r"(high[q + 4]), "r"(column[q]), "r"(column[q + 4]));
  }
  y[g * 8 + 2 * q] = c[0];
  y[g * 8 + 2 * q + 1] = c[1];
  y[(g + 8) * 8 + 2 * q] = c[2];
  y[(g + 8) * 8 + 2 * q + 1] = c[3];
}
