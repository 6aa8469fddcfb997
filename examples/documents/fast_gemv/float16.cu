// y = W x in float16, float32 sums: blockDim.x threads a row, eight elements a load.
// The source lists the reduction and the launches and describes the rest in words.
#include <cuda_fp16.h>

__device__ float warp_sum(float sum, int threads) {
  if (threads >= 32) sum += __shfl_down_sync(0xffffffff, sum, 16);
  if (threads >= 16) sum += __shfl_down_sync(0xffffffff, sum, 8);
  if (threads >= 8) sum += __shfl_down_sync(0xffffffff, sum, 4);
  if (threads >= 4) sum += __shfl_down_sync(0xffffffff, sum, 2);
  if (threads >= 2) sum += __shfl_down_sync(0xffffffff, sum, 1);
  return sum;
}

__device__ float add_pair(float sum, half2 weights, half2 values) {
  sum += __half2float(weights.x) * __half2float(values.x);
  return sum + __half2float(weights.y) * __half2float(values.y);
}

extern "C" __global__ void float16(const half *w, const half *x, half *y, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int at = threadIdx.x; at < k / 8; at += blockDim.x) {
    const float4 of_w = ((const float4 *)(w + (long long)row * k))[at],
                 of_x = ((const float4 *)x)[at];
    const half2 *weights = (const half2 *)&of_w, *values = (const half2 *)&of_x;
    for (int pair = 0; pair < 4; ++pair) sum = add_pair(sum, weights[pair], values[pair]);
  }
  sum = warp_sum(sum, blockDim.x);
  if (blockDim.x > 32) {
    __shared__ float of_warps[4][32];
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.y][threadIdx.x / 32] = sum;
    __syncthreads();
    const int warps = blockDim.x / 32;
    if (threadIdx.x >= 32) return;
    sum = warp_sum(threadIdx.x < warps ? of_warps[threadIdx.y][threadIdx.x] : 0.0f, warps);
  }
  if (threadIdx.x == 0) y[row] = __float2half(sum);
}
