// Rounds floats to bfloat16 up or down at random: sixteen random bits are added below the last bit that is kept.
extern "C" __global__ void round_at_random(unsigned short* y, const float* x, const unsigned* seeds) {
  int t = blockIdx.x * 64 + threadIdx.x;
  unsigned r = seeds[t];
  for (int k = 0; k < 3; ++k) {
    r ^= r << 13;
    r ^= r >> 17;
    r ^= r << 5;
  }
  y[t] = (__float_as_uint(x[t]) + (r & 0xffff)) >> 16;
}
