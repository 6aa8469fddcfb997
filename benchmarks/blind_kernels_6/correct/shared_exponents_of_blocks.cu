// Blocks of 32 numbers with a shared exponent of 8 bits (bias 127) and eight-bit integers, rounded to nearest even.
extern "C" __global__ void quantize(signed char* q, unsigned char* exponent, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = x[i];
  unsigned e = __reduce_max_sync(~0u, (__float_as_uint(v) >> 23) & 255);
  int r = __float2int_rn(v * __uint_as_float((127 + 133 - e) << 23));
  q[i] = (signed char)max(-127, min(127, r));
  if (i % 32 == 0) exponent[i / 32] = (unsigned char)e;
}
