// A 16 x 8 matmul of depth 16 by mma.sync; B, stored by columns, is loaded as a pair of 8 x 8 matrices by ldmatrix.x2.
// Fault: the row addresses of the second matrix are given by lanes 16 to 31, but ldmatrix.x2 uses those of lanes 8 to 15 (wrong values).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void gemm(float* y, const unsigned short* a, const unsigned short* b) {
  __shared__ alignas(16) unsigned short sb[8 * 16];
  int lane = threadIdx.x, g = lane / 4, k = lane % 4 * 2;
  for (int i = lane; i < 128; i += 32) sb[i] = b[i];
  __syncwarp();
#ifdef FAULT
  int row = lane % 8, column = lane / 16 * 8;
#else
  int row = lane % 8, column = lane / 8 % 2 * 8;
#endif
  unsigned b0, b1;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(shared_address(&sb[row * 16 + column])) : "memory");
  const unsigned *low = (const unsigned*)(a + g * 16 + k), *high = (const unsigned*)(a + (g + 8) * 16 + k);
  float c[4] = {0, 0, 0, 0};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(low[0]), "r"(high[0]), "r"(low[4]), "r"(high[4]), "r"(b0), "r"(b1));
  y[g * 8 + k] = c[0];
  y[g * 8 + k + 1] = c[1];
  y[(g + 8) * 8 + k] = c[2];
  y[(g + 8) * 8 + k + 1] = c[3];
}
