// Converts pairs of floats to packed bfloat16 by one instruction per pair, rounded to nearest even.
// Fault: the operands are in memory order, but cvt puts its first source into the upper half (pairs exchanged).
extern "C" __global__ void pack(unsigned* y, const float2* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float2 v = x[i];
  unsigned r;
#ifdef FAULT
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(v.x), "f"(v.y));
#else
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(v.y), "f"(v.x));
#endif
  y[i] = r;
}
