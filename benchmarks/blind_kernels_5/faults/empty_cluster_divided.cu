// A step of k-means on a line: 64 points go to the nearest of four centres, which move to their points' means.
// Fault: a centre without points is divided by zero instead of staying where it is (NaN).
extern "C" __global__ void step(float* next, const float* x, const float* centre) {
  __shared__ float sum[4];
  __shared__ int count[4];
  int t = threadIdx.x;
  if (t < 4) {
    sum[t] = 0;
    count[t] = 0;
  }
  __syncthreads();
  float v = x[t];
  int best = 0;
  for (int c = 1; c < 4; ++c)
    if (fabsf(v - centre[c]) < fabsf(v - centre[best])) best = c;
  atomicAdd(&sum[best], v);
  atomicAdd(&count[best], 1);
  __syncthreads();
#ifdef FAULT
  if (t < 4) next[t] = sum[t] / count[t];
#else
  if (t < 4) next[t] = count[t] ? sum[t] / count[t] : centre[t];
#endif
}
