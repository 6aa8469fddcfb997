// A block sparse matrix (4 x 4 blocks) times a vector; lanes split a block's elements and its depth.
extern "C" __global__ void bsr(float* y, const float* v, const float* x, const int* starts, const int* cols) {
  int lane = threadIdx.x, r = lane / 8, c = lane % 4, half = lane / 4 % 2;
  float acc = 0;
  for (int b = starts[blockIdx.x] + half; b < starts[blockIdx.x + 1]; b += 2) acc += v[b * 16 + r * 4 + c] * x[cols[b] * 4 + c];
  for (int d = 4; d; d /= 2) acc += __shfl_xor_sync(~0u, acc, d);
  if (lane % 8 == 0) y[blockIdx.x * 4 + r] = acc;
}
