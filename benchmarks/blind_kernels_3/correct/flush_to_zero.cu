// Compiled with -ftz=true: subnormal inputs and results become zero.
extern "C" __global__ void halve(float* y, const float* x) {
  float v = x[threadIdx.x] * 0.5f;
  y[threadIdx.x] = __int_as_float(__float_as_int(v) ? 0x3f800000 : 0) + (v != 0.f ? 2.f : 0.f);
}
