// PTX's instructions on bit fields: bfe, bfi, bfind, bmsk, szext and three-operand logic.
__device__ __forceinline__ unsigned bfe_u(unsigned a, unsigned p, unsigned n) { unsigned d; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(p), "r"(n)); return d; }
__device__ __forceinline__ int bfe_s(int a, unsigned p, unsigned n) { int d; asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(p), "r"(n)); return d; }
__device__ __forceinline__ unsigned bfi(unsigned a, unsigned b, unsigned p, unsigned n) { unsigned d; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(p), "r"(n)); return d; }
__device__ __forceinline__ unsigned bfind(unsigned a) { unsigned d; asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(a)); return d; }
__device__ __forceinline__ unsigned bfind_shift(unsigned a) { unsigned d; asm("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(a)); return d; }
__device__ __forceinline__ unsigned bmsk(unsigned p, unsigned n) { unsigned d; asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(p), "r"(n)); return d; }
__device__ __forceinline__ unsigned szext(unsigned a, unsigned n) { unsigned d; asm("szext.clamp.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(n)); return d; }
__device__ __forceinline__ unsigned majority(unsigned a, unsigned b, unsigned c) { unsigned d; asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }

extern "C" __global__ void fields(unsigned* y, const unsigned* x) {
  int t = threadIdx.x;
  unsigned v = x[t] * 0x9e3779b9u ^ t, p = t % 24, n = t % 7 + 1;
  y[t] = bfe_u(v, p, n);
  y[96 + t] = (unsigned)bfe_s((int)v, p, n);
  y[192 + t] = bfi(v, ~v, p, n);
  y[288 + t] = bfind(v >> p);
  y[384 + t] = bfind_shift(v >> p | 1);
  y[480 + t] = bmsk(p, n);
  y[576 + t] = szext(v, n + p);
  y[672 + t] = majority(v, v << 1, v >> 3);
}
