// 50 dot products with 64 weights, which all 64 threads of the block load into shared memory.
// Fault: threads without a row return before they have loaded their weight (uninitialized read).
extern "C" __global__ void dots(float* y, const float* x, const float* w) {
  __shared__ float weights[64];
  int t = threadIdx.x;
#ifdef FAULT
  if (t >= 50) return;
#endif
  weights[t] = w[t];
  __syncthreads();
  if (t >= 50) return;
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += x[t * 64 + i] * weights[i];
  y[t] = sum;
}
