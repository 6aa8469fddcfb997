// A B^T of bfloat16 by one mma.sync m16n8k16, its registers loaded from global memory.
// Fault: the registers of the lower left and upper right quadrant of A are exchanged (wrong value).
extern "C" __global__ void product(float2* d, const unsigned* a, const unsigned* b) {
  int lane = threadIdx.x, g = lane / 4, q = lane % 4;
#ifdef FAULT
  int second = g * 8 + q + 4, third = (g + 8) * 8 + q;
#else
  int second = (g + 8) * 8 + q, third = g * 8 + q + 4;
#endif
  float c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[g * 8 + q]), "r"(a[second]), "r"(a[third]), "r"(a[(g + 8) * 8 + q + 4]), "r"(b[g * 8 + q]), "r"(b[g * 8 + q + 4]));
  d[g * 4 + q] = make_float2(c[0], c[1]);
  d[(g + 8) * 4 + q] = make_float2(c[2], c[3]);
}
