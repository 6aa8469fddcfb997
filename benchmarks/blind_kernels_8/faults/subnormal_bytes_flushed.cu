// Decodes 8-bit floats with four bits of exponent (bias 7) and three of fraction by hand; 0x7f and 0xff (NaN) do not occur.
// Fault: bytes with the exponent zero are taken as zero, although they are subnormal numbers (wrong value for some inputs).
__global__ void decode(float* y, const unsigned char* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const int b = x[i], e = b >> 3 & 15, f = b & 7;
  float v;
  if (e == 0)
#ifdef FAULT
    v = 0.0f;
#else
    v = (float)f / 512.0f;
#endif
  else
    v = __int_as_float((e + 120) << 23 | f << 20);
  y[i] = b & 128 ? -v : v;
}
