// A 16 x 8 matmul of signed bytes of depth 32 by one mma.sync; B is stored by columns.
// Fault: the second register of B is taken eight bytes behind the first, as for a depth of 16; here it is 16 bytes (wrong fragment).
extern "C" __global__ void gemm(int* y, const signed char* a, const signed char* b) {
  int lane = threadIdx.x, g = lane / 4, k = lane % 4 * 4;
#ifdef FAULT
  const int step = 8;
#else
  const int step = 16;
#endif
  const int *low = (const int*)(a + g * 32 + k), *high = (const int*)(a + (g + 8) * 32 + k);
  int b0 = *(const int*)(b + g * 32 + k), b1 = *(const int*)(b + g * 32 + k + step);
  int c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(low[0]), "r"(high[0]), "r"(low[4]), "r"(high[4]), "r"(b0), "r"(b1));
  for (int i = 0; i < 4; ++i) y[(g + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
}
