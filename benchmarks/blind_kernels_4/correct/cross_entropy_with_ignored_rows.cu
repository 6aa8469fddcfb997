// Cross entropy and its gradient, a warp per row of 50 logits; rows with the label -100 do not count.
extern "C" __global__ void cross_entropy(float* loss, float* gradient, const float* logits, const int* labels) {
  int row = blockIdx.x * 2 + threadIdx.y, lane = threadIdx.x, label = labels[row];
  const float* x = logits + row * 50;
  float top = -INFINITY, sum = 0;
  for (int i = lane; i < 50; i += 32) top = fmaxf(top, x[i]);
  for (int d = 16; d > 0; d /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, d));
  for (int i = lane; i < 50; i += 32) sum += expf(x[i] - top);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  bool ignored = label == -100;
  for (int i = lane; i < 50; i += 32) gradient[row * 50 + i] = ignored ? 0.f : expf(x[i] - top) / sum - (i == label ? 1.f : 0.f);
  if (lane == 0) loss[row] = ignored ? 0.f : logf(sum) + top - x[label];
}
