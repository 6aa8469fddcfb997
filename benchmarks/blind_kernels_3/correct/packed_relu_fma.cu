// Pairs of bfloat16: a multiplication and addition that clamps negative results to zero in the same instruction.
#include <cuda_bf16.h>
extern "C" __global__ void relu(float2* y, const float2* a, const float2* b) {
  int t = threadIdx.x;
  __nv_bfloat162 p = __float22bfloat162_rn(a[t]), q = __float22bfloat162_rn(b[t]), r;
  asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(*(unsigned*)&r) : "r"(*(unsigned*)&p), "r"(*(unsigned*)&q), "r"(*(unsigned*)&p));
  y[t] = __bfloat1622float2(r);
}
