// The place of the lane's nth set bit in a word, counted from below and from above.
extern "C" __global__ void places(int* y, const unsigned* x) {
  int lane = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    y[k * 32 + lane] = __fns(x[k], 0, lane + 1);
    y[128 + k * 32 + lane] = __fns(x[k], 31, -lane - 1);
  }
}
