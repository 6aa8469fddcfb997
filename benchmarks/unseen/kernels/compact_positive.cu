// Stream compaction: each block writes the positive values of its 1024 in order, then zeros, and
// their number. Ranks come from ballots and a scan of the 32 counts of warps.
extern "C" __global__ void __launch_bounds__(256)
compact_positive(const float* __restrict__ x, float* __restrict__ y, int* __restrict__ counts) {
  __shared__ int before[32];
  __shared__ int total;
  __shared__ float kept[1024];
  int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  size_t first = size_t(blockIdx.x) * 1024;
  float value[4];
  unsigned mask[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) value[i] = x[first + i * 256 + thread];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    mask[i] = __ballot_sync(~0u, value[i] > 0.0f);
    if (lane == 0) before[i * 8 + warp] = __popc(mask[i]);
  }
  __syncthreads();
  if (warp == 0) {
    int own = before[lane], sum = own;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      int left = __shfl_up_sync(~0u, sum, offset);
      if (lane >= offset) sum += left;
    }
    before[lane] = sum - own;
    if (lane == 31) total = sum;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (value[i] > 0.0f)
      kept[before[i * 8 + warp] + __popc(mask[i] & ((1u << lane) - 1))] = value[i];
  __syncthreads();
  int count = total;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    int at = i * 256 + thread;
    y[first + at] = at < count ? kept[at] : 0.0f;
  }
  if (thread == 0) counts[blockIdx.x] = count;
}
