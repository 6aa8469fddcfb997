// Accelerations of 64 bodies on a line of softened gravity; tiles of 32 bodies travel through a warp by shuffles.
extern "C" __global__ void forces(float* y, const float* x, const float* m) {
  int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  float mine = x[i], sum = 0;
  for (int tile = 0; tile < 64; tile += 32) {
    float px = x[tile + lane], pm = m[tile + lane];
    for (int k = 0; k < 32; ++k) {
      float d = px - mine, r2 = d * d + 0.25f, inv = rsqrtf(r2);
      sum += pm * d * inv * inv * inv;
      px = __shfl_sync(~0u, px, lane + 1);
      pm = __shfl_sync(~0u, pm, lane + 1);
    }
  }
  y[i] = sum;
}
