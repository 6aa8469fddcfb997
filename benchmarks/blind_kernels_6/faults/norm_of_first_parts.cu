// Clips a gradient to norm 1: squares are summed per warp of 40 blocks, then every block sums the 40 parts.
// Fault: a warp sums one part per lane, so the last 8 of 40 parts are left out (wrong value).
__device__ __forceinline__ float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
extern "C" __global__ void squares(float* part, const float* g) {
  float v = g[blockIdx.x * 32 + threadIdx.x];
  v = warp_sum(v * v);
  if (threadIdx.x == 0) part[blockIdx.x] = v;
}
extern "C" __global__ void clip(float* clipped, const float* g, const float* part) {
  float sum = 0;
#ifdef FAULT
  sum = part[threadIdx.x];
#else
  for (int i = threadIdx.x; i < 40; i += 32) sum += part[i];
#endif
  int i = blockIdx.x * 32 + threadIdx.x;
  clipped[i] = g[i] / sqrtf(warp_sum(sum));
}
