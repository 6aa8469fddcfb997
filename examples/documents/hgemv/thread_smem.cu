// y[n] = sum over k of W[n][k] x[k]: a thread per element, x in shared memory. The copy has no
// bound: K has to be a multiple of 128.
#include <cuda_fp16.h>

using Size = decltype(sizeof(0));

extern "C" __global__ void thread_smem(const half *__restrict__ x, const half *__restrict__ w,
                                       half *__restrict__ y, Size n, Size k) {
  extern __shared__ half copy[];
  const Size steps = (k + 127) / 128;
#pragma unroll
  for (Size step = 0; step < steps; ++step) {
    copy[step * 128 + threadIdx.x] = x[step * 128 + threadIdx.x];
  }
  __syncthreads();
  const Size row = blockIdx.x * 128 + threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (Size at = 0; at < k; ++at) sum += __half2float(copy[at]) * __half2float(w[row * k + at]);
  y[row] = __float2half(sum);
}
