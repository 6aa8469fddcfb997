// Samples one of 32 weights per warp among the largest ones that make up nine tenths of the sum (top-p), ties by place.
extern "C" __global__ void sample(int* y, const int* weight, const unsigned* draw) {
  int row = blockIdx.x * 2 + threadIdx.x / 32, lane = threadIdx.x % 32, w = weight[row * 32 + lane];
  int total = __reduce_add_sync(~0u, w), before = 0;
  for (int j = 0; j < 32; ++j) {
    int other = __shfl_sync(~0u, w, j);
    if (other > w || (other == w && j < lane)) before += other;
  }
  bool kept = 10 * before < 9 * total;
  int sum = __reduce_add_sync(~0u, kept ? w : 0), point = draw[row] % sum;
  unsigned chosen = __ballot_sync(~0u, kept && before <= point && point < before + w);
  if (lane == 0) y[row] = __ffs(chosen) - 1;
}
