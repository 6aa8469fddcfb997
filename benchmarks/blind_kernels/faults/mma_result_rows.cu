// A 16 x 8 matmul of bfloat16 by mma.sync, fragments read straight from global memory.
// Fault: the second and third accumulator are stored in each other's place (wrong fragment layout).
__device__ __forceinline__ void mma_bf16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void product(float* d, const unsigned short* a, const unsigned short* b) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  const unsigned* wa = (const unsigned*)(a + blockIdx.x * 256);
  const unsigned* wb = (const unsigned*)(b + blockIdx.x * 128);
  float* out = d + blockIdx.x * 128;
  unsigned fa[4] = {wa[g * 8 + t], wa[(g + 8) * 8 + t], wa[g * 8 + t + 4], wa[(g + 8) * 8 + t + 4]};
  unsigned fb[2] = {wb[g * 8 + t], wb[g * 8 + t + 4]};
  float c[4] = {0, 0, 0, 0};
  mma_bf16(c, fa, fb);
  for (int i = 0; i < 4; ++i) {
#ifdef FAULT
    int row = g + i % 2 * 8, col = 2 * t + i / 2;
#else
    int row = g + i / 2 * 8, col = 2 * t + i % 2;
#endif
    out[row * 8 + col] = c[i];
  }
}
