// A circular convolution of 64 values per block with 64 weights, both staged in dynamic shared memory.
// Fault: values and weights are declared as two extern arrays, which begin at the same address (race, wrong value).
extern "C" __global__ void convolve(float* y, const float* x, const float* w) {
#ifdef FAULT
  extern __shared__ float values[];
  extern __shared__ float weights[];
#else
  extern __shared__ float values[];
  float* weights = values + 64;
#endif
  int t = threadIdx.x;
  values[t] = x[blockIdx.x * 64 + t];
  weights[63 - t] = w[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += values[(t + i) % 64] * weights[i];
  y[blockIdx.x * 64 + t] = sum;
}
