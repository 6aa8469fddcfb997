// Rays against eight boxes: the first box hit, or -1, by slabs in each of three axes.
// Fault: entry and exit of a slab are not exchanged for rays that run against the axis (wrong value).
extern "C" __global__ void hit(int* y, const float* origin, const float* direction, const float* box) {
  int i = blockIdx.x * 32 + threadIdx.x, found = -1;
  float first = 1e30f;
  for (int b = 0; b < 8; ++b) {
    float near = 0, far = 1e30f;
    for (int k = 0; k < 3; ++k) {
      float o = origin[i * 3 + k], d = direction[i * 3 + k];
      float t0 = (box[b * 6 + k] - o) / d, t1 = (box[b * 6 + 3 + k] - o) / d;
#ifndef FAULT
      if (d < 0) {
        float swap = t0;
        t0 = t1;
        t1 = swap;
      }
#endif
      near = fmaxf(near, t0);
      far = fminf(far, t1);
    }
    if (near <= far && near < first) {
      first = near;
      found = b;
    }
  }
  y[i] = found;
}
