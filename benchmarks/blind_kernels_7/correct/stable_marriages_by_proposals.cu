// Gale and Shapley: 32 free proposers ask their next choice at once; each choice keeps the best by atomicMin.
extern "C" __global__ void match(int* partner, const int* choice, const int* rank) {
  __shared__ unsigned best[32];
  int t = threadIdx.x, next = 0, asked = -1;
  const int* c = choice + blockIdx.x * 1024 + t * 32;
  const int* r = rank + blockIdx.x * 1024;
  best[t] = ~0u;
  __syncthreads();
  bool free = true;
  while (__syncthreads_or(free)) {
    if (free) {
      asked = c[next++];
      atomicMin(&best[asked], (unsigned)r[asked * 32 + t] * 32 + t);
    }
    __syncthreads();
    free = best[asked] % 32 != t;
  }
  partner[blockIdx.x * 32 + t] = asked;
}
