// Four bytes per instruction: wrapping and saturating sums, differences, averages, maxima and their total.
extern "C" __global__ void bytes(unsigned* y, unsigned* sad, const unsigned* x, const unsigned* z) {
  int t = threadIdx.x;
  unsigned a = x[t] + 0xc8a04610u, b = z[t] ^ 0x7f80ff01u;
  y[t] = __vadd4(a, b);
  y[64 + t] = __vaddus4(a, b);
  y[128 + t] = __vabsdiffu4(a, b);
  y[192 + t] = __vavgu4(a, b);
  y[256 + t] = __vmaxu4(a, b);
  y[320 + t] = __vcmpgtu4(a, b);
  sad[t] = __vsadu4(a, b);
}
