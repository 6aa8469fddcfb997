// Matrix times vector with weights -1, 0, 1 in two bits (sixteen per word, minus one), a warp per row, and a scale per row.
extern "C" __global__ void product(float* y, const unsigned* packed, const float* scale, const signed char* x) {
  int lane = threadIdx.x % 32, r = blockIdx.x * 2 + threadIdx.x / 32, sum = 0;
  for (int w = lane; w < 16; w += 32) {
    unsigned bits = packed[r * 16 + w];
    for (int k = 0; k < 16; ++k) {
      int v = x[w * 16 + k], code = bits >> 2 * k & 3;
      sum += code == 3 ? 0 : (code - 1) * v;
    }
  }
  sum = __reduce_add_sync(~0u, sum);
  if (lane == 0) y[r] = scale[r] * sum;
}
