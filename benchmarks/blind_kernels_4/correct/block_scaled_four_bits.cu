// Decodes 4-bit floats (e2m1), two per byte, with a power of two per block of 32 values.
__constant__ float magnitudes[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
extern "C" __global__ void decode(float* y, const unsigned char* codes, const unsigned char* exponents) {
  int t = threadIdx.x, block = blockIdx.x * 2 + t / 16;
  float scale = __int_as_float(exponents[block] << 23);
  unsigned char pair = codes[blockIdx.x * 32 + t];
  for (int k = 0; k < 2; ++k) {
    int code = pair >> 4 * k & 15;
    float v = magnitudes[code & 7] * scale;
    y[(blockIdx.x * 32 + t) * 2 + k] = code & 8 ? -v : v;
  }
}
