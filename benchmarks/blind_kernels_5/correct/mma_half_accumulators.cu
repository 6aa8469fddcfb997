// A 16 x 8 matmul of depth 16 by mma.sync with halves as accumulators, on top of a matrix C.
extern "C" __global__ void gemm(unsigned* y, const unsigned* a, const unsigned* b, const unsigned* c) {
  int lane = threadIdx.x, g = lane / 4, k = lane % 4;
  unsigned low = c[g * 4 + k], high = c[(g + 8) * 4 + k];
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
      : "+r"(low), "+r"(high)
      : "r"(a[g * 8 + k]), "r"(a[(g + 8) * 8 + k]), "r"(a[g * 8 + k + 4]), "r"(a[(g + 8) * 8 + k + 4]), "r"(b[g * 8 + k]), "r"(b[g * 8 + k + 4]));
  y[g * 4 + k] = low;
  y[(g + 8) * 4 + k] = high;
}
