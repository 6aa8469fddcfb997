// A Fourier transform of 32 complex numbers per warp: five butterfly steps by shuffles, then bit-reversed output.
extern "C" __global__ void transform(float2* y, const float2* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
  float2 v = x[i];
#pragma unroll
  for (int d = 16; d > 0; d /= 2) {
    float2 o = make_float2(__shfl_xor_sync(~0u, v.x, d), __shfl_xor_sync(~0u, v.y, d));
    if (lane & d) {
      float s, c;
      sincospif(-(lane & (d - 1)) / (float)d, &s, &c);
      float re = o.x - v.x, im = o.y - v.y;
      v = make_float2(re * c - im * s, re * s + im * c);
    } else {
      v = make_float2(v.x + o.x, v.y + o.y);
    }
  }
  y[i - lane + (__brev(lane) >> 27)] = v;
}
