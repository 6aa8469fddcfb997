// Nim values of heaps from which 1, 4 or 9 may be taken (a table built stepwise by one warp), and of sums of three heaps.
extern "C" __global__ void games(unsigned char* value, const int* heaps) {
  __shared__ unsigned char nim[128];
  int t = threadIdx.x;
  if (t == 0)
    for (int n = 0; n < 128; ++n) {
      unsigned seen = 0;
      for (int k = 1; k <= 3; ++k)
        if (n >= k * k) seen |= 1u << nim[n - k * k];
      nim[n] = __ffs(~seen) - 1;
    }
  __syncthreads();
  const int* h = heaps + (blockIdx.x * 64 + t) * 3;
  value[blockIdx.x * 64 + t] = nim[h[0]] ^ nim[h[1]] ^ nim[h[2]];
}
