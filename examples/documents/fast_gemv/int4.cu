// y = scale (W - zero) x, W in int4: blockDim.x threads a row, sixteen codes in two loads of 4
// bytes. The source lists the reduction and the launches and describes the rest in words.
#include <cuda_fp16.h>

__device__ float warp_sum(float sum, int threads) {
  if (threads >= 32) sum += __shfl_down_sync(0xffffffff, sum, 16);
  if (threads >= 16) sum += __shfl_down_sync(0xffffffff, sum, 8);
  if (threads >= 8) sum += __shfl_down_sync(0xffffffff, sum, 4);
  if (threads >= 4) sum += __shfl_down_sync(0xffffffff, sum, 2);
  if (threads >= 2) sum += __shfl_down_sync(0xffffffff, sum, 1);
  return sum;
}

extern "C" __global__ void int4(const unsigned char *w, const half *x, const half *scale,
                                const int *zero, half *y, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const float by = __half2float(*scale), from = *zero;
  float sum = 0.0f;
  for (int at = threadIdx.x; at < k / 16; at += blockDim.x) {
    const unsigned *words = (const unsigned *)(w + (long long)row * k / 2) + 2 * at;
    const unsigned of_w[2] = {words[0], words[1]};
    const float4 of_x[2] = {((const float4 *)x)[2 * at], ((const float4 *)x)[2 * at + 1]};
    const unsigned char *bytes = (const unsigned char *)of_w;
    const half *values = (const half *)of_x;
    for (int i = 0; i < 8; ++i) {
      sum += __half2float(values[2 * i]) * ((bytes[i] & 15) - from) * by;
      sum += __half2float(values[2 * i + 1]) * ((bytes[i] >> 4) - from) * by;
    }
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
