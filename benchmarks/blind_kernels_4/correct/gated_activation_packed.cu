// SwiGLU on packed halves: y = gate * sigmoid(gate) * up, a pair of columns per thread, computed in floats.
#include <cuda_fp16.h>
extern "C" __global__ void swiglu(__half2* y, const __half2* x) {
  int row = blockIdx.x, t = threadIdx.x;
  float2 gate = __half22float2(x[row * 64 + t]), up = __half22float2(x[row * 64 + 32 + t]);
  float2 r;
  r.x = gate.x / (1 + expf(-gate.x)) * up.x;
  r.y = gate.y / (1 + expf(-gate.y)) * up.y;
  y[row * 32 + t] = __float22half2_rn(r);
}
