// Two-level sum: each block stores its part and draws a ticket; the block with the last ticket adds the parts.
// Fault: no __threadfence between the store of the part and the ticket, so the last block may read an old part.
__device__ float parts[8];
__device__ unsigned tickets = 0;

extern "C" __global__ void sum(float* y, const float* x) {
  __shared__ float s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  for (int o = 32; o > 0; o >>= 1) {
    if (t < o) s[t] += s[t + o];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = s[0];
#ifndef FAULT
    __threadfence();
#endif
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
#ifndef FAULT
    __threadfence();
#endif
  }
  __syncthreads();
  if (last && t == 0) {
    float all = 0;
    for (int b = 0; b < 8; ++b) all += __ldcg(&parts[b]);
    y[0] = all;
  }
}
