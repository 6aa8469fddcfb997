// Converts floats to bfloat16 bits, rounded to nearest even.
// Fault: the low half is cut off, which rounds toward zero.
extern "C" __global__ void to_bf16(unsigned short* y, const float* x) {
  unsigned u = __float_as_uint(x[threadIdx.x]);
#ifdef FAULT
  y[threadIdx.x] = (unsigned short)(u >> 16);
#else
  y[threadIdx.x] = (unsigned short)((u + 0x7fff + (u >> 16 & 1)) >> 16);
#endif
}
