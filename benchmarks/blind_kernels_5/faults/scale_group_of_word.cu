// Dequantizes rows of 64 unsigned 4-bit weights, eight to a word, with zero point 8 and a scale for every 16 weights.
// Fault: the scale is chosen as if groups had four words, but 16 weights are two (wrong scale).
extern "C" __global__ void dequantize(float* y, const unsigned* w, const float* scale) {
  int row = blockIdx.x, k = threadIdx.x, word = k / 8;
#ifdef FAULT
  int group = word / 4;
#else
  int group = word / 2;
#endif
  int q = w[row * 8 + word] >> k % 8 * 4 & 15;
  y[row * 64 + k] = (q - 8) * scale[row * 4 + group];
}
