// An interval around a dot product: every product and sum rounded down on one side, up on the other.
extern "C" __global__ void interval(float* low, float* high, const float* x, const float* w) {
  int t = threadIdx.x;
  float lo = 0, hi = 0;
  for (int j = 0; j < 16; ++j) {
    float a = x[t * 16 + j], b = w[j];
    lo = __fadd_rd(lo, __fmul_rd(a, b));
    hi = __fadd_ru(hi, __fmul_ru(a, b));
  }
  low[t] = lo;
  high[t] = hi;
}
