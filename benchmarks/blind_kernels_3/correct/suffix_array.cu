// The order of a text's 64 suffixes by doubling: ranks of 2, 4, 8 ... letters, found by counting smaller pairs.
extern "C" __global__ void suffixes(int* y, const unsigned char* text) {
  __shared__ int rank[128];
  int t = threadIdx.x;
  rank[t] = text[t];
  rank[64 + t] = -1;
  __syncthreads();
  for (int k = 1; k <= 64; k *= 2) {
    long long mine = (long long)(rank[t] + 1) << 32 | (rank[t + k] + 1);
    int smaller = 0;
    for (int j = 0; j < 64; ++j) smaller += ((long long)(rank[j] + 1) << 32 | (rank[j + k] + 1)) < mine;
    __syncthreads();
    rank[t] = smaller;
    __syncthreads();
  }
  y[rank[t]] = t;
}
