// Differences of successive values, four per thread by vectors.
// Fault: the four successors are loaded as one vector that begins one element later (misaligned).
__global__ void differences(float* y, const float* x) {
  const int i = (blockIdx.x * 32 + threadIdx.x) * 4;
  const float4 a = *(const float4*)(x + i);
#ifdef FAULT
  const float4 b = *(const float4*)(x + i + 1);
#else
  const float4 b = make_float4(a.y, a.z, a.w, x[i + 4]);
#endif
  *(float4*)(y + i) = make_float4(b.x - a.x, b.y - a.y, b.z - a.z, b.w - a.w);
}
