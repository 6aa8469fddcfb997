// Skips a header of two floats and sums groups of four behind it.
// Fault: the groups are read as float4, but two floats behind an aligned address (misaligned access).
extern "C" __global__ void groups(float* y, const float* x) {
  const float* body = x + 2;
  int t = threadIdx.x;
#ifdef FAULT
  float4 v = reinterpret_cast<const float4*>(body)[t];
  y[t] = v.x + v.y + v.z + v.w;
#else
  float2 a = reinterpret_cast<const float2*>(body)[2 * t], b = reinterpret_cast<const float2*>(body)[2 * t + 1];
  y[t] = a.x + a.y + b.x + b.y;
#endif
}
