// Correlations of 32 complex samples with a pattern of eight at all 25 places: the pattern is conjugated.
// Fault: the pattern is not conjugated (wrong value).
__global__ void correlate(float2* y, const float2* x, const float2* pattern) {
  float re = 0.0f, im = 0.0f;
  for (int k = 0; k < 8; k++) {
    const float2 a = x[threadIdx.x + k], p = pattern[k];
#ifdef FAULT
    re += a.x * p.x - a.y * p.y;
    im += a.y * p.x + a.x * p.y;
#else
    re += a.x * p.x + a.y * p.y;
    im += a.y * p.x - a.x * p.y;
#endif
  }
  y[threadIdx.x] = make_float2(re, im);
}
