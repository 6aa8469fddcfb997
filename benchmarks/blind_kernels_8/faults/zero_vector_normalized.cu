// Normalizes 64 vectors of three numbers; zero vectors stay zero.
// Fault: zero vectors are divided by their length, which gives NaN (wrong value for some inputs).
__global__ void normalize(float* y, const float* x) {
  const float a = x[threadIdx.x * 3], b = x[threadIdx.x * 3 + 1], c = x[threadIdx.x * 3 + 2];
  const float length = sqrtf(a * a + b * b + c * c);
#ifdef FAULT
  const float scale = 1.0f / length;
#else
  const float scale = length > 0.0f ? 1.0f / length : 0.0f;
#endif
  y[threadIdx.x * 3] = a * scale;
  y[threadIdx.x * 3 + 1] = b * scale;
  y[threadIdx.x * 3 + 2] = c * scale;
}
