// Sums 200 values in two launches: a part per block of 64, then the parts.
// Fault: the last block is incomplete and returns without a part, which the second launch reads (uninitialized global memory).
extern "C" __global__ void partial(long long* parts, const int* x) {
  __shared__ long long s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
#ifdef FAULT
  if (blockIdx.x * 64 + 64 > 200) return;
#endif
  s[t] = i < 200 ? x[i] : 0;
  __syncthreads();
  for (int d = 32; d; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) parts[blockIdx.x] = s[0];
}
extern "C" __global__ void total(long long* total, const long long* parts) {
  *total = parts[0] + parts[1] + parts[2] + parts[3];
}
