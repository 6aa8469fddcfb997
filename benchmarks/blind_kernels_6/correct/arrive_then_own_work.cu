// A cuda::barrier in two parts, three times over: arrive, do work of one's own, then wait with the token.
#include <cuda/barrier>
#include <cuda/std/utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void rounds(int* y, const int* x) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier ready;
  __shared__ int s[2][64];
  int t = threadIdx.x;
  if (t == 0) init(&ready, blockDim.x);
  __syncthreads();
  int v = x[blockIdx.x * 64 + t];
  unsigned own = 0;
  for (int r = 0; r < 3; ++r) {
    s[r % 2][t] = v;
    auto token = ready.arrive();
    for (int i = 0; i < 5; ++i) own = own * 3 + v + i;
    ready.wait(cuda::std::move(token));
    v = (s[r % 2][(t + 1) % 64] + s[r % 2][(t + 63) % 64]) % 1000;
  }
  y[blockIdx.x * 64 + t] = (int)((unsigned)v * 7u + own % 1000u);
}
