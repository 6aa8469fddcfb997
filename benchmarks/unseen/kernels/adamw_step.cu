// A step of AdamW with float16 gradients: the float32 weights, both moments, and the weights in
// float16 for the next forward pass. Four elements per thread.
#include <cuda_fp16.h>

constexpr float RATE = 1e-3f, BETA1 = 0.9f, BETA2 = 0.95f, EPSILON = 1e-8f, DECAY = 0.1f;
// 1 - BETA^10: the bias corrections of step 10.
constexpr float FIRST = 0.6513215599f, SECOND = 0.4012630608f;

__device__ void update(float& weight, float gradient, float& m, float& v) {
  m = BETA1 * m + (1.0f - BETA1) * gradient;
  v = BETA2 * v + (1.0f - BETA2) * gradient * gradient;
  weight -= RATE * (m / FIRST / (sqrtf(v / SECOND) + EPSILON) + DECAY * weight);
}

extern "C" __global__ void __launch_bounds__(256)
adamw_step(const float4* __restrict__ weights, const __half2* __restrict__ gradients,
           const float4* __restrict__ firsts, const float4* __restrict__ seconds,
           float4* __restrict__ new_weights, float4* __restrict__ new_firsts,
           float4* __restrict__ new_seconds, __half2* __restrict__ rounded) {
  size_t at = size_t(blockIdx.x) * 256 + threadIdx.x;
  float4 weight = weights[at], m = firsts[at], v = seconds[at];
  float2 low = __half22float2(gradients[2 * at]), high = __half22float2(gradients[2 * at + 1]);
  update(weight.x, low.x, m.x, v.x);
  update(weight.y, low.y, m.y, v.y);
  update(weight.z, high.x, m.z, v.z);
  update(weight.w, high.y, m.w, v.w);
  new_weights[at] = weight;
  new_firsts[at] = m;
  new_seconds[at] = v;
  rounded[2 * at] = __floats2half2_rn(weight.x, weight.y);
  rounded[2 * at + 1] = __floats2half2_rn(weight.z, weight.w);
}
