// Reverses each tile of 128 elements through shared memory; the last tile is filled up with zeros.
// Fault: threads behind the end return before the barrier, so their cells are read uninitialized.
extern "C" __global__ void reverse(float* y, const float* x, int n) {
  __shared__ float s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
#ifdef FAULT
  if (i >= n) return;
  s[t] = x[i];
#else
  s[t] = i < n ? x[i] : 0.0f;
#endif
  __syncthreads();
  if (i < n) y[i] = s[127 - t];
}
