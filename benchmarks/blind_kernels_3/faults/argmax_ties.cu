// The first place of each row's maximum, a warp per row of 32 small integers.
// Fault: equal values are not decided by their places, so the result may be a later place (wrong values).
extern "C" __global__ void argmax(int* y, const int* x) {
  int lane = threadIdx.x % 32, v = x[threadIdx.x], at = lane;
  for (int d = 16; d; d /= 2) {
    int w = __shfl_xor_sync(~0u, v, d), other = __shfl_xor_sync(~0u, at, d);
#ifdef FAULT
    if (w > v) {
#else
    if (w > v || (w == v && other < at)) {
#endif
      v = w;
      at = other;
    }
  }
  if (lane == 0) y[threadIdx.x / 32] = at;
}
