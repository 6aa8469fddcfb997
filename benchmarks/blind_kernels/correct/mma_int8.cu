// A 16 x 8 matmul of int8 with depth 64 by mma.sync, fragments straight from global memory.
__device__ __forceinline__ void mma_s8(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void product(int* d, const unsigned* a, const unsigned* b) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  a += blockIdx.x * 256;
  b += blockIdx.x * 128;
  int c[4] = {1, 2, 3, 4};
  for (int k = 0; k < 16; k += 8) {
    unsigned fa[4] = {a[g * 16 + k + t], a[(g + 8) * 16 + k + t], a[g * 16 + k + 4 + t], a[(g + 8) * 16 + k + 4 + t]};
    unsigned fb[2] = {b[g * 16 + k + t], b[g * 16 + k + 4 + t]};
    mma_s8(c, fa, fb);
  }
  int* out = d + blockIdx.x * 128 + g * 8 + 2 * t;
  *(int2*)out = make_int2(c[0], c[1]);
  *(int2*)(out + 64) = make_int2(c[2], c[3]);
}
