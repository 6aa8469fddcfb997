// A 16 x 8 product of depth 64 of signed bytes by mma.sync m16n8k32, then bias, ReLU and a shift with rounding to bytes.
extern "C" __global__ void layer(signed char* y, const signed char* a, const signed char* b, const int* bias) {
  int lane = threadIdx.x, g = lane / 4, q = lane % 4;
  int c[4] = {0, 0, 0, 0};
  for (int k = 0; k < 64; k += 32) {
    const int* ra = (const int*)(a + g * 64 + k);
    const int* rb = (const int*)(a + (g + 8) * 64 + k);
    const int* cb = (const int*)(b + g * 64 + k);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(ra[q]), "r"(rb[q]), "r"(ra[q + 4]), "r"(rb[q + 4]), "r"(cb[q]), "r"(cb[q + 4]));
  }
  for (int k = 0; k < 4; ++k) {
    int row = g + k / 2 * 8, col = q * 2 + k % 2, v = max(c[k] + bias[col], 0);
    y[row * 8 + col] = min(v + 512 >> 10, 127);
  }
}
