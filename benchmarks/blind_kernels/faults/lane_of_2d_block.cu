// Sum over a block of 16 x 16 threads by warps.
// Fault: lane and warp are taken from threadIdx.x alone, though a warp covers two rows (race on shared, wrong sum).
extern "C" __global__ void sum(float* y, const float* x) {
  __shared__ float part[8];
  int linear = threadIdx.y * 16 + threadIdx.x;
  float v = x[blockIdx.x * 256 + linear];
#ifdef FAULT
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (linear < 8) part[linear] = 0;
  __syncthreads();
#else
  int lane = linear % 32, warp = linear / 32;
#endif
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (linear == 0) {
    float all = 0;
    for (int w = 0; w < 8; ++w) all += part[w];
    y[blockIdx.x] = all;
  }
}
