// The router of a mixture of experts: the eight largest of 256 logits per token, and their softmax.
// A warp per token, eight logits per lane.
extern "C" __global__ void __launch_bounds__(128)
router_top8(const float4* __restrict__ logits, float* __restrict__ weights,
            int* __restrict__ experts) {
  int lane = threadIdx.x % 32;
  size_t token = size_t(blockIdx.x) * 4 + threadIdx.x / 32;
  float4 low = logits[token * 64 + lane], high = logits[token * 64 + 32 + lane];
  float value[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
  float mine = -INFINITY, sum = 0.0f, largest = 0.0f;
  int expert = 0;
#pragma unroll
  for (int chosen = 0; chosen < 8; ++chosen) {
    float most = value[0];
    int where = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i)
      if (value[i] > most) most = value[i], where = i;
    int index = where / 4 * 128 + lane * 4 + where % 4;
#pragma unroll
    for (int offset = 16; offset; offset /= 2) {
      float other = __shfl_xor_sync(~0u, most, offset);
      int from = __shfl_xor_sync(~0u, index, offset);
      if (other > most || (other == most && from < index)) most = other, index = from;
    }
    if (chosen == 0) largest = most;
    sum += __expf(most - largest);
    if (lane == chosen) mine = most, expert = index;
#pragma unroll
    for (int i = 0; i < 8; ++i)
      if (index == i / 4 * 128 + lane * 4 + i % 4) value[i] = -INFINITY;
  }
  if (lane < 8) {
    weights[token * 8 + lane] = __expf(mine - largest) / sum;
    experts[token * 8 + lane] = expert;
  }
}
