// Common bits of 16 x 8 pairs of rows of 256 bits, by mma.sync m16n8k256 with and and popc.
extern "C" __global__ void common(int* d, const unsigned* a, const unsigned* b) {
  int lane = threadIdx.x, g = lane / 4, q = lane % 4, c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[g * 8 + q]), "r"(a[g * 8 + 64 + q]), "r"(a[g * 8 + q + 4]), "r"(a[g * 8 + 64 + q + 4]), "r"(b[g * 8 + q]), "r"(b[g * 8 + q + 4]));
  for (int i = 0; i < 4; ++i) d[(g + i / 2 * 8) * 8 + q * 2 + i % 2] = c[i];
}
