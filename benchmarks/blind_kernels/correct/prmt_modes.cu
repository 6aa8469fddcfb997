// Byte permutations by PTX's prmt: forward and backward extract, replication of bytes and halves, signs.
__device__ __forceinline__ unsigned prmt_f4e(unsigned a, unsigned b, unsigned c) { unsigned d; asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ __forceinline__ unsigned prmt_b4e(unsigned a, unsigned b, unsigned c) { unsigned d; asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ __forceinline__ unsigned prmt_rc8(unsigned a, unsigned b, unsigned c) { unsigned d; asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ __forceinline__ unsigned prmt_rc16(unsigned a, unsigned b, unsigned c) { unsigned d; asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ __forceinline__ unsigned prmt(unsigned a, unsigned b, unsigned s) { unsigned d; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(s)); return d; }

extern "C" __global__ void permute(unsigned* y, const unsigned* x) {
  unsigned t = threadIdx.x;
  unsigned a = x[2 * t] * 0x9e3779b9u + 7 * t, b = x[2 * t + 1] * 0x85ebca6bu + 11 * t;
  y[t] = prmt_f4e(a, b, t);
  y[128 + t] = prmt_b4e(a, b, t);
  y[256 + t] = prmt_rc8(a, b, t >> 2);
  y[384 + t] = prmt_rc16(a, b, t);
  y[512 + t] = prmt(a, b, 0x9d40u ^ (t & 7));
}
