// Prefix sums of rows of 2048: eight values per thread, warps by shuffles, then across the block.
extern "C" __global__ void __launch_bounds__(256)
scan_rows(const float4* __restrict__ x, float4* __restrict__ y) {
  __shared__ float totals[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  size_t at = size_t(blockIdx.x) * 512 + 2 * threadIdx.x;
  float4 a = x[at], b = x[at + 1];
  a.y += a.x;
  a.z += a.y;
  a.w += a.z;
  b.x += a.w;
  b.y += b.x;
  b.z += b.y;
  b.w += b.z;
  float sum = b.w;
#pragma unroll
  for (int offset = 1; offset < 32; offset *= 2) {
    float other = __shfl_up_sync(~0u, sum, offset);
    if (lane >= offset) sum += other;
  }
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  float before = sum - b.w;
  for (int other = 0; other < warp; ++other) before += totals[other];
  y[at] = make_float4(a.x + before, a.y + before, a.z + before, a.w + before);
  y[at + 1] = make_float4(b.x + before, b.y + before, b.z + before, b.w + before);
}
