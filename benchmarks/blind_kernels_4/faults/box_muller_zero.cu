// Normally distributed numbers by the Box-Muller transform from pairs of random words.
// Fault: the first uniform number may be 0, whose logarithm is minus infinity.
extern "C" __global__ void normal(float* y, const unsigned* first, const unsigned* second) {
  int t = threadIdx.x;
#ifdef FAULT
  float u = (first[t] >> 8) * 0x1p-24f;
#else
  float u = ((first[t] >> 8) + 1) * 0x1p-24f;
#endif
  float angle = (second[t] >> 8) * 0x1p-23f;
  float s, c;
  sincospif(angle, &s, &c);
  float r = sqrtf(-2 * logf(u));
  y[2 * t] = r * c;
  y[2 * t + 1] = r * s;
}
