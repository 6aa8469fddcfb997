// A segment tree of maxima over 64 values per block, built level by level; each thread asks for two ranges.
extern "C" __global__ void query(int* answer, const int* x, const int* range) {
  __shared__ int tree[128];
  int t = threadIdx.x;
  tree[64 + t] = x[blockIdx.x * 64 + t];
  for (int n = 32; n; n /= 2) {
    __syncthreads();
    if (t < n) tree[n + t] = max(tree[2 * (n + t)], tree[2 * (n + t) + 1]);
  }
  __syncthreads();
  for (int q = 0; q < 2; ++q) {
    int i = (blockIdx.x * 64 + t) * 2 + q, a = range[i * 2], b = range[i * 2 + 1];
    int lo = min(a, b) + 64, hi = max(a, b) + 65, m = 0x80000000;
    for (; lo < hi; lo /= 2, hi /= 2) {
      if (lo & 1) m = max(m, tree[lo++]);
      if (hi & 1) m = max(m, tree[--hi]);
    }
    answer[i] = m;
  }
}
