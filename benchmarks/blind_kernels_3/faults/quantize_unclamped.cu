// Quantizes to signed bytes in steps of 1.5, rounding to nearest.
// Fault: values beyond 127 steps are not clamped, so they wrap around (overflow).
extern "C" __global__ void quantize(signed char* q, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v = __float2int_rn(x[i] / 1.5f);
#ifndef FAULT
  v = max(-128, min(127, v));
#endif
  q[i] = v;
}
