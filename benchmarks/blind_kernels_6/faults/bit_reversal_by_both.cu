// Brings 64 complex numbers per block into bit-reversed order in place, in shared memory.
// Fault: both threads of a pair exchange the two numbers (race on shared).
extern "C" __global__ void reorder(float2* y, const float2* x) {
  __shared__ float2 s[64];
  int i = threadIdx.x, j = __brev(i) >> 26;
  s[i] = x[blockIdx.x * 64 + i];
  __syncthreads();
#ifdef FAULT
  if (i != j) {
#else
  if (i < j) {
#endif
    float2 v = s[i];
    s[i] = s[j];
    s[j] = v;
  }
  __syncthreads();
  y[blockIdx.x * 64 + i] = s[i];
}
