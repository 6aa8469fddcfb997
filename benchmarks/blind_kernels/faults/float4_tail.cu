// Doubles 1002 floats by vectors of four.
// Fault: the last vector reaches two elements behind the array (out of bounds on global, read and write).
extern "C" __global__ void doubled(float* y, const float* x, int n) {
#ifdef FAULT
  int vectors = (n + 3) / 4;
#else
  int vectors = n / 4;
  int tail = vectors * 4 + threadIdx.x;
  if (tail < n) y[tail] = 2 * x[tail];
#endif
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 v = reinterpret_cast<const float4*>(x)[i];
    reinterpret_cast<float4*>(y)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  }
}
