// One stable pass of radix sort by four bits in three launches: counts per block and digit, scan, scatter.
extern "C" __global__ void count(int* counts, const unsigned* x) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[x[blockIdx.x * 64 + t] & 15], 1);
  __syncthreads();
  if (t < 16) counts[t * 4 + blockIdx.x] = bins[t];
}
extern "C" __global__ void offsets(int* counts) {
  __shared__ int s[64];
  int t = threadIdx.x, mine = counts[t];
  s[t] = mine;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  counts[t] = s[t] - mine;
}
extern "C" __global__ void scatter(unsigned* y, const int* counts, const unsigned* x) {
  __shared__ unsigned char digit[64];
  int t = threadIdx.x;
  unsigned v = x[blockIdx.x * 64 + t];
  digit[t] = v & 15;
  __syncthreads();
  int rank = 0;
  for (int k = 0; k < t; ++k) rank += digit[k] == (v & 15);
  y[counts[(v & 15) * 4 + blockIdx.x] + rank] = v;
}
