// A step of Adam on 250 parameters, four per thread by float4, the last two alone; the bias corrections are arguments.
__device__ void step(float& p, float& m, float& v, float g, float first, float second) {
  m = 0.9f * m + 0.1f * g;
  v = 0.999f * v + 0.001f * g * g;
  p -= 0.01f * (m / first) / (sqrtf(v / second) + 1e-4f);
}
extern "C" __global__ void adam(float* p, float* m, float* v, const float* g, float first, float second) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (4 * i + 3 < 250) {
    float4 a = ((float4*)p)[i], b = ((float4*)m)[i], c = ((float4*)v)[i], d = ((const float4*)g)[i];
    step(a.x, b.x, c.x, d.x, first, second);
    step(a.y, b.y, c.y, d.y, first, second);
    step(a.z, b.z, c.z, d.z, first, second);
    step(a.w, b.w, c.w, d.w, first, second);
    ((float4*)p)[i] = a;
    ((float4*)m)[i] = b;
    ((float4*)v)[i] = c;
  } else {
    for (int j = 4 * i; j < 250; ++j) step(p[j], m[j], v[j], g[j], first, second);
  }
}
