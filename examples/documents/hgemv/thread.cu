// y[n] = sum over k of W[n][k] x[k]: a thread per element, one half at a time.
#include <cuda_fp16.h>

using Size = decltype(sizeof(0));

extern "C" __global__ void thread(const half *__restrict__ x, const half *__restrict__ w,
                                  half *__restrict__ y, Size n, Size k) {
  const Size row = blockIdx.x * 128 + threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (Size at = 0; at < k; ++at) sum += __half2float(x[at]) * __half2float(w[row * k + at]);
  y[row] = __float2half(sum);
}
