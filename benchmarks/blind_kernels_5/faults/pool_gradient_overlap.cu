// Gradient of maximum pooling with windows of 3 x 3 and a stride of two: each output's gradient goes to its window's maximum.
// Fault: windows overlap, so several add to the same cell by a plain += (race on global, lost updates).
extern "C" __global__ void backward(float* dx, const float* x, const float* dy) {
  int top = threadIdx.x / 4 * 2, left = threadIdx.x % 4 * 2, best = top * 9 + left;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      int place = (top + r) * 9 + left + c;
      if (x[place] > x[best]) best = place;
    }
#ifdef FAULT
  dx[best] += dy[threadIdx.x];
#else
  atomicAdd(&dx[best], dy[threadIdx.x]);
#endif
}
