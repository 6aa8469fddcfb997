// Matrix times vector: weights of four bits with scale and zero point per group of 32, inputs in pairs of halves.
#include <cuda_fp16.h>
extern "C" __global__ void gemv(float* y, const unsigned* q, const __half* scale, const unsigned char* zero, const __half2* x) {
  int row = blockIdx.x * 2 + threadIdx.y, lane = threadIdx.x, group = lane / 8;
  unsigned word = q[row * 16 + lane / 2] >> lane % 2 * 16;
  float s = __half2float(scale[row * 4 + group]), sum = 0;
  int z = zero[row * 4 + group];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    float2 v = __half22float2(x[lane * 2 + i]);
    sum += ((int)(word >> i * 8 & 15) - z) * v.x + ((int)(word >> (i * 8 + 4) & 15) - z) * v.y;
  }
  sum *= s;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}
