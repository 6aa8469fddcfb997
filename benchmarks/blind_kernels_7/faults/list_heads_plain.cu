// Chains of 128 items by their low three bits: each thread puts its item before the chain's first; then chains are added up.
// Fault: the head is read and written instead of exchanged by one atomic (data race, lost items).
extern "C" __global__ void chains(int* sum, const int* x) {
  __shared__ int head[8], next[128];
  int t = threadIdx.x, v = x[blockIdx.x * 128 + t], b = v & 7;
  if (t < 8) head[t] = -1;
  __syncthreads();
#ifdef FAULT
  next[t] = head[b];
  head[b] = t;
#else
  next[t] = atomicExch(&head[b], t);
#endif
  __syncthreads();
  if (t < 8) {
    int s = 0, n = 0;
    for (int k = head[t]; k >= 0 && n < 128; k = next[k], ++n) s += x[blockIdx.x * 128 + k] >> 8;
    sum[blockIdx.x * 8 + t] = s;
  }
}
