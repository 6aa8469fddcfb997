// Three-point stencil over 256 cells with a shared tile; cells outside count as zero.
// Fault: the left halo of the first block is loaded without a check, from one element before the array.
extern "C" __global__ void stencil(float* y, const float* x, int n) {
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 1] = x[i];
#ifdef FAULT
  if (t == 0) s[0] = x[i - 1];
#else
  if (t == 0) s[0] = i > 0 ? x[i - 1] : 0.0f;
#endif
  if (t == 63) s[65] = i + 1 < n ? x[i + 1] : 0.0f;
  __syncthreads();
  y[i] = s[t] - 2 * s[t + 1] + s[t + 2];
}
