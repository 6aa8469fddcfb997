// Weights times values (16 x 16 times 16 x 8) by one mma.sync; the row-major values come from shared memory by ldmatrix.
// Fault: ldmatrix loads the values without transposition, although the instruction takes its second matrix by columns (wrong value).
#include <cuda_fp16.h>
__global__ void attend(float* y, const __half* p, const __half* v) {
  __shared__ __align__(128) __half tile[16][8];
  const int lane = threadIdx.x, g = lane >> 2, c = lane & 3;
  for (int i = lane; i < 128; i += 32) tile[i / 8][i % 8] = v[i];
  __syncwarp();
  const unsigned* words = (const unsigned*)p;
  const unsigned a0 = words[g * 8 + c], a1 = words[(g + 8) * 8 + c], a2 = words[g * 8 + c + 4], a3 = words[(g + 8) * 8 + c + 4];
  const unsigned address = (unsigned)__cvta_generic_to_shared(tile[lane & 15]);
  unsigned b0, b1;
#ifdef FAULT
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(address) : "memory");
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(address) : "memory");
#endif
  float d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
               : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  y[g * 8 + 2 * c] = d0;
  y[g * 8 + 2 * c + 1] = d1;
  y[(g + 8) * 8 + 2 * c] = d2;
  y[(g + 8) * 8 + 2 * c + 1] = d3;
}
