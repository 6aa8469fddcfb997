// Prices of calls and puts by Black and Scholes' formula in floats, with the complementary error function.
__device__ float normal(float x) { return 0.5f * erfcf(-0.70710678f * x); }
__global__ void prices(float* call, float* put, const float* s, const float* k, const float* t, float rate, float volatility) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float v = volatility * sqrtf(t[i]);
  const float d = (logf(s[i] / k[i]) + (rate + 0.5f * volatility * volatility) * t[i]) / v;
  const float discounted = k[i] * expf(-rate * t[i]);
  call[i] = s[i] * normal(d) - discounted * normal(d - v);
  put[i] = discounted * normal(v - d) - s[i] * normal(-d);
}
