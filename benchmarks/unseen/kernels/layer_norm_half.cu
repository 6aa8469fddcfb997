// Layer norm of rows of 1024 float16 values: a warp per row, the row in registers.
#include <cuda_fp16.h>

constexpr int N = 1024, EACH = N / (32 * 8);

__device__ float warp_sum(float value) {
  for (int offset = 16; offset; offset /= 2) value += __shfl_xor_sync(~0u, value, offset);
  return value;
}

extern "C" __global__ void __launch_bounds__(128)
layer_norm_half(const uint4* __restrict__ x, const float* __restrict__ gamma,
                const float* __restrict__ beta, uint4* __restrict__ y, int m) {
  int lane = threadIdx.x & 31, row = blockIdx.x * 4 + (threadIdx.x >> 5);
  if (row >= m) return;
  float value[EACH][8];
  float sum = 0.0f;
#pragma unroll
  for (int part = 0; part < EACH; ++part) {
    uint4 packed = x[size_t(row) * (N / 8) + part * 32 + lane];
    const __half2* pair = reinterpret_cast<const __half2*>(&packed);
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      float2 two = __half22float2(pair[at]);
      value[part][2 * at] = two.x;
      value[part][2 * at + 1] = two.y;
      sum += two.x + two.y;
    }
  }
  float mean = warp_sum(sum) / N, squares = 0.0f;
#pragma unroll
  for (int part = 0; part < EACH; ++part)
#pragma unroll
    for (int at = 0; at < 8; ++at) {
      value[part][at] -= mean;
      squares += value[part][at] * value[part][at];
    }
  float scale = rsqrtf(warp_sum(squares) / N + 1e-5f);
#pragma unroll
  for (int part = 0; part < EACH; ++part) {
    uint4 packed;
    __half2* pair = reinterpret_cast<__half2*>(&packed);
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      int column = (part * 32 + lane) * 8 + 2 * at;
      float2 g = *reinterpret_cast<const float2*>(gamma + column);
      float2 b = *reinterpret_cast<const float2*>(beta + column);
      pair[at] = __floats2half2_rn(value[part][2 * at] * scale * g.x + b.x,
                                   value[part][2 * at + 1] * scale * g.y + b.y);
    }
    y[size_t(row) * (N / 8) + part * 32 + lane] = packed;
  }
}
