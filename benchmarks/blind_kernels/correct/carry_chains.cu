// Sums and small multiples of 256-bit numbers by PTX's carry chains (add.cc, addc, mad.lo.cc, madc.hi).
__device__ __forceinline__ void add8(unsigned (&r)[8], const unsigned (&a)[8], const unsigned (&b)[8]) {
  asm("add.cc.u32 %0, %8, %16;\n\taddc.cc.u32 %1, %9, %17;\n\taddc.cc.u32 %2, %10, %18;\n\taddc.cc.u32 %3, %11, %19;\n\t"
      "addc.cc.u32 %4, %12, %20;\n\taddc.cc.u32 %5, %13, %21;\n\taddc.cc.u32 %6, %14, %22;\n\taddc.u32 %7, %15, %23;"
      : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]), "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]),
        "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
}
__device__ __forceinline__ void scale8(unsigned (&r)[8], const unsigned (&a)[8], unsigned b) {
  unsigned lo[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) lo[i] = a[i] * b;
  r[0] = lo[0];
  asm("mad.hi.cc.u32 %0, %7, %14, %15;\n\tmadc.hi.cc.u32 %1, %8, %14, %16;\n\tmadc.hi.cc.u32 %2, %9, %14, %17;\n\t"
      "madc.hi.cc.u32 %3, %10, %14, %18;\n\tmadc.hi.cc.u32 %4, %11, %14, %19;\n\tmadc.hi.cc.u32 %5, %12, %14, %20;\n\t"
      "madc.hi.u32 %6, %13, %14, %21;"
      : "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]), "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(b),
        "r"(lo[1]), "r"(lo[2]), "r"(lo[3]), "r"(lo[4]), "r"(lo[5]), "r"(lo[6]), "r"(lo[7]));
}

extern "C" __global__ void big(unsigned* sum, unsigned* scaled, const unsigned* a, const unsigned* b) {
  unsigned u[8], v[8], r[8];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    u[i] = a[t * 8 + i] * 0xfffffffbu;
    v[i] = ~u[i] + (i == 0) + b[t * 8 + i] % 2;  // long runs of carries
  }
  add8(r, u, v);
  for (int i = 0; i < 8; ++i) sum[t * 8 + i] = r[i];
  scale8(r, u, b[t * 8] * 0x01000193u + 1);
  for (int i = 0; i < 8; ++i) scaled[t * 8 + i] = r[i];
}
