// A count and a sum change together by compare and swap of 16 bytes.
__device__ void cas(unsigned long long* p, unsigned long long& lo, unsigned long long& hi, unsigned long long new_lo, unsigned long long new_hi) {
  asm volatile("{ .reg .b128 a, b, c; mov.b128 b, {%0, %1}; mov.b128 c, {%2, %3};\n"
               "atom.relaxed.gpu.global.cas.b128 a, [%4], b, c; mov.b128 {%0, %1}, a; }"
               : "+l"(lo), "+l"(hi) : "l"(new_lo), "l"(new_hi), "l"(p) : "memory");
}
extern "C" __global__ void add(unsigned long long* pair, const unsigned long long* x) {
  unsigned long long v = x[blockIdx.x * 32 + threadIdx.x], lo = 0, hi = 0;
  for (;;) {
    unsigned long long seen_lo = lo, seen_hi = hi;
    cas(pair, lo, hi, lo + 1, hi + v);
    if (lo == seen_lo && hi == seen_hi) break;
  }
}
