// A three-dimensional block of 45 threads: the last warp has 13 lanes, and its shuffles name just these.
extern "C" __global__ void sums(float* y, const float* x) {
  __shared__ float s[2];
  int t = (threadIdx.z * 3 + threadIdx.y) * 5 + threadIdx.x, lane = t % 32, warp = t / 32;
  int lanes = warp == 0 ? 32 : 13;
  unsigned mask = warp == 0 ? 0xffffffffu : (1u << 13) - 1;
  float v = x[blockIdx.x * 45 + t];
  for (int o = 16; o > 0; o >>= 1) {
    float other = __shfl_sync(mask, v, min(lane + o, lanes - 1));
    if (lane + o < lanes) v += other;
  }
  if (lane == 0) s[warp] = v;
  __syncthreads();
  if (t < 2) y[blockIdx.x * 2 + t] = t == 0 ? s[0] + s[1] : s[0] - s[1];
}
