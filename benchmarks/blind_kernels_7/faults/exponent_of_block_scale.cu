// Decodes blocks of 32 signed bytes with a shared scale of eight bits, a power of two with bias 127; the bytes count 64ths.
// Fault: the scale's bits are put into the exponent field without care for 0, which means 2^-127 (wrong value there only).
extern "C" __global__ void decode(float* y, const signed char* x, const unsigned char* scale) {
  int i = blockIdx.x * 32 + threadIdx.x, e = scale[blockIdx.x];
#ifdef FAULT
  float s = __int_as_float(e << 23);
#else
  float s = __int_as_float(e ? e << 23 : 1 << 22);
#endif
  y[i] = x[i] * s * 16777216.0f * 4096.0f / 64;
}
