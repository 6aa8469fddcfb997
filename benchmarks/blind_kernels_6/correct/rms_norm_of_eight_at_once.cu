// Root-mean-square normalization of rows of 512 bfloat16, eight per thread as one vector of 16 bytes.
#include <cuda_bf16.h>
union Eight {
  uint4 v;
  __nv_bfloat162 h[4];
};
extern "C" __global__ void normalize(uint4* y, const uint4* x, const uint4* w) {
  __shared__ float part[2];
  int t = threadIdx.x, at = blockIdx.x * 64 + t;
  Eight e, s, r;
  e.v = x[at];
  s.v = w[t];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float2 f = __bfloat1622float2(e.h[i]);
    sum += f.x * f.x + f.y * f.y;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  float scale = rsqrtf((part[0] + part[1]) / 512 + 1e-5f);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float2 f = __bfloat1622float2(e.h[i]), g = __bfloat1622float2(s.h[i]);
    r.h[i] = __floats2bfloat162_rn(f.x * scale * g.x, f.y * scale * g.y);
  }
  y[at] = r.v;
}
