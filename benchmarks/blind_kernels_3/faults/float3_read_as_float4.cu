// Squared lengths of 64 points of three floats each.
// Fault: the points are read as float4, though they are 12 bytes apart (misaligned access to global).
extern "C" __global__ void lengths(float* y, const float* p) {
  int t = threadIdx.x;
#ifdef FAULT
  float4 v = *(const float4*)(p + 3 * t);
#else
  float3 v = make_float3(p[3 * t], p[3 * t + 1], p[3 * t + 2]);
#endif
  y[t] = v.x * v.x + v.y * v.y + v.z * v.z;
}
