// Divides each element by the sum of all (of 2 + x, which is positive).
// Fault: every block adds to a global total and reads it at once, before the other blocks have added theirs.
__device__ float total = 0;

extern "C" __global__ void normalize(float* y, const float* x) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  float v = 2.0f + x[i];
#ifdef FAULT
  s[t] = v;
#else
  s[t] = 0;
  for (int j = t; j < 256; j += 64) s[t] += 2.0f + x[j];
#endif
  __syncthreads();
  for (int o = 32; o > 0; o >>= 1) {
    if (t < o) s[t] += s[t + o];
    __syncthreads();
  }
#ifdef FAULT
  if (t == 0) atomicAdd(&total, s[0]);
  __syncthreads();
  y[i] = v / total;
#else
  y[i] = v / s[0];
#endif
}
