// Softmax of one row per block: the block's maximum, then the block's sum, through the same scratch.
// Fault: no barrier between reading the maxima in scratch and overwriting them with partial sums (race on shared).
#define N 256
extern "C" __global__ void softmax(float* y, const float* x) {
  __shared__ float scratch[4];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  const float* row = x + blockIdx.x * N;
  float a = row[t], b = row[t + 128];
  float m = fmaxf(a, b);
  for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  if (lane == 0) scratch[warp] = m;
  __syncthreads();
  m = fmaxf(fmaxf(scratch[0], scratch[1]), fmaxf(scratch[2], scratch[3]));
#ifndef FAULT
  __syncthreads();
#endif
  float ea = expf(a - m), eb = expf(b - m), s = ea + eb;
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  if (lane == 0) scratch[warp] = s;
  __syncthreads();
  s = scratch[0] + scratch[1] + scratch[2] + scratch[3];
  y[blockIdx.x * N + t] = ea / s;
  y[blockIdx.x * N + t + 128] = eb / s;
}
