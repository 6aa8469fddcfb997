// The largest square root in each row of 32, or -1 where a row has the root of a negative number.
// Fault: fmaxf returns its other operand for a NaN, so invalid rows go unnoticed (NaN mishandled).
extern "C" __global__ void largest_root(float* y, const float* x) {
  for (int row = threadIdx.x / 32; row < 16; row += 4) {
    float m = sqrtf(x[row * 32 + threadIdx.x % 32] + 0.97f);
    for (int o = 16; o > 0; o >>= 1) {
      float other = __shfl_xor_sync(0xffffffffu, m, o);
#ifdef FAULT
      m = fmaxf(m, other);
#else
      m = m >= other || m != m ? m : other;
#endif
    }
    if (threadIdx.x % 32 == 0) y[row] = m == m ? m : -1.0f;
  }
}
