// The gradient of a normalization's scale: each block adds the sum over its 8 rows to the same 64 elements.
// Fault: blocks add their sums without atomics (race on global).
extern "C" __global__ void gradient(float* gamma_gradient, const float* dy, const float* xhat) {
  int c = threadIdx.x;
  float sum = 0;
  for (int r = blockIdx.x * 8; r < blockIdx.x * 8 + 8; ++r) sum += dy[r * 64 + c] * xhat[r * 64 + c];
#ifdef FAULT
  gamma_gradient[c] += sum;
#else
  atomicAdd(&gamma_gradient[c], sum);
#endif
}
