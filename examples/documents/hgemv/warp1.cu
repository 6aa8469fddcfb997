// y[n] = sum over k of W[n][k] x[k]: a warp per element, one half a lane at a time. Lanes past K
// still load and add: K has to be a multiple of 32.
#include <cuda_fp16.h>

using Size = decltype(sizeof(0));
constexpr Size LANES = 32, ROWS = 128 / LANES;

extern "C" __global__ void warp1(const half *__restrict__ x, const half *__restrict__ w,
                                 half *__restrict__ y, Size n, Size k) {
  const Size row = blockIdx.x * ROWS + threadIdx.x / LANES, lane = threadIdx.x % LANES;
  if (row >= n) return;
  const Size steps = (k + LANES - 1) / LANES;
  float sum = 0.0f;
#pragma unroll
  for (Size step = 0; step < steps; ++step) {
    const Size at = step * LANES + lane;
    sum += __half2float(x[at]) * __half2float(w[row * k + at]);
  }
#pragma unroll
  for (Size apart = LANES / 2; apart >= 1; apart /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, apart);
  if (lane == 0) y[row] = __float2half(sum);
}
