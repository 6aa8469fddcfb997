// Page rank: each page gives its rank in equal shares to its targets; a page without targets keeps it.
// Fault: the share of a page without targets is computed by division by zero (infinite, wrong value).
extern "C" __global__ void shares(float* share, const float* rank, const int* degree) {
  int i = threadIdx.x;
#ifdef FAULT
  share[i] = rank[i] / degree[i];
#else
  share[i] = degree[i] == 0 ? rank[i] : rank[i] / degree[i];
#endif
}
extern "C" __global__ void gather(float* out, const float* share, const int* degree, const int* target) {
  __shared__ float s[64];
  __shared__ int n[64];
  int i = threadIdx.x;
  s[i] = share[i];
  n[i] = degree[i];
  __syncthreads();
  float sum = n[i] == 0 ? s[i] : 0;
  for (int j = 0; j < 64; ++j)
    for (int k = 0; k < n[j]; ++k)
      if (target[j * 3 + k] == i) sum += s[j];
  out[i] = 0.15f + 0.85f * sum;
}
