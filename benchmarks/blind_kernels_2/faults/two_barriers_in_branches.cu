// Even threads store doubled values, odd threads squares; after a barrier each reads its mirror image's.
// Fault: each side of the branch has its own __syncthreads, so a warp executes two different barriers.
extern "C" __global__ void mirror(float* y, const float* x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float v = x[t];
#ifdef FAULT
  if (t & 1) {
    s[t] = v * v;
    __syncthreads();
    y[t] = s[63 - t] + 1;
  } else {
    s[t] = v * 2;
    __syncthreads();
    y[t] = s[63 - t] - 1;
  }
#else
  s[t] = t & 1 ? v * v : v * 2;
  __syncthreads();
  y[t] = s[63 - t] + (t & 1 ? 1 : -1);
#endif
}
