// A bilateral filter of 5 x 5 pixels with clamped borders; the spatial weights are in constant memory.
__constant__ float spatial[3] = {1.0f, 0.6f, 0.135f};
extern "C" __global__ void bilateral(float* out, const float* img) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float centre = img[y * 32 + x], sum = 0, weights = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      float v = img[min(max(y + dy, 0), 15) * 32 + min(max(x + dx, 0), 31)], d = v - centre;
      float w = spatial[abs(dx)] * spatial[abs(dy)] * expf(-8 * d * d);
      sum += w * v;
      weights += w;
    }
  out[y * 32 + x] = sum / weights;
}
