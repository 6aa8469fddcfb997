// Three relaxation steps between two buffers, one launch each, then a launch that scales the result.
// Fault: after an odd number of steps the result is in the second buffer, but the last launch takes the first one (stale data).
extern "C" __global__ void relax(float* to, const float* from) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float left = i > 0 ? from[i - 1] : 0.f, right = i < 95 ? from[i + 1] : 0.f;
  to[i] = 0.25f * left + 0.5f * from[i] + 0.25f * right;
}
extern "C" __global__ void finish(float* y, const float* first, const float* second, int steps) {
  int i = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  const float* last = steps % 2 ? first : second;
#else
  const float* last = steps % 2 ? second : first;
#endif
  y[i] = 2 * last[i];
}
