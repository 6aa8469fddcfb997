// Classes of floats of any bits by PTX's testp, and a sign taken from another number by copysign.
#define TEST(kind, bit) { unsigned r; asm("{ .reg .pred p; testp." kind ".f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "f"(f)); out |= r << bit; }
extern "C" __global__ void classes(unsigned* y, const unsigned* x) {
  float f = __uint_as_float(x[threadIdx.x] & (threadIdx.x & 1 ? ~0u : 0xff8000ffu) & (threadIdx.x & 2 ? ~0u : 0x807fffffu)), g;
  unsigned out = 0;
  TEST("finite", 0)
  TEST("infinite", 1)
  TEST("number", 2)
  TEST("notanumber", 3)
  TEST("normal", 4)
  TEST("subnormal", 5)
  asm("copysign.f32 %0, %1, 0f40000000;" : "=f"(g) : "f"(f));
  y[threadIdx.x] = out | __float_as_uint(g) >> 31 << 8 | (g == 2.f) << 9;
}
