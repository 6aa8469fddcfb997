// Composites twelve samples per ray from front to back: colour times opacity times what the samples before let through.
// Fault: a sample's own opacity reduces the transmittance before its colour is added (wrong value).
__global__ void composite(float* y, const float* colour, const float* opacity) {
  const int ray = blockIdx.x * 32 + threadIdx.x;
  float through = 1.0f, sum = 0.0f;
  for (int k = 0; k < 12; k++) {
    const float a = opacity[k * 64 + ray];
#ifdef FAULT
    through *= 1.0f - a;
    sum += through * a * colour[k * 64 + ray];
#else
    sum += through * a * colour[k * 64 + ray];
    through *= 1.0f - a;
#endif
  }
  y[ray] = sum;
}
