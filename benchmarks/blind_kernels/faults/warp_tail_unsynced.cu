// Sum of 128 values per block; the last warp finishes the tree in shared memory.
// Fault: the last six steps rely on lanes running in lock step, without __syncwarp (race within a warp).
extern "C" __global__ void reduce(float* y, const float* x) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    for (int o = 32; o > 0; o >>= 1) {
      if (t < o) s[t] += s[t + o];
#ifndef FAULT
      __syncwarp();
#endif
    }
    if (t == 0) y[blockIdx.x] = s[0];
  }
}
