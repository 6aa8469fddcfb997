// Transposes 8 x 32 values in the registers of a warp: three butterfly steps of shuffles exchange halves.
extern "C" __global__ void transpose(float* y, const float* x) {
  int lane = threadIdx.x;
  float v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = x[(blockIdx.x * 8 + i) * 32 + lane];
#pragma unroll
  for (int d = 1; d < 8; d *= 2)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      if ((i & d) == 0) {
        bool upper = lane & d;
        float send = upper ? v[i] : v[i + d];
        float got = __shfl_xor_sync(~0u, send, d);
        if (upper) v[i] = got;
        else v[i + d] = got;
      }
  // Lane l has row l % 8 of columns l / 8 * 8 to l / 8 * 8 + 7.
#pragma unroll
  for (int i = 0; i < 8; ++i) y[blockIdx.x * 256 + (lane / 8 * 8 + i) * 8 + lane % 8] = v[i];
}
