// Sums and maxima of a binary tree of 64 leaves, bottom up, by two blocks; of two children the one that comes second goes on.
extern "C" __global__ void refit(int* sums, int* maxima, int* visits, const int* x) {
  int leaf = blockIdx.x * 32 + threadIdx.x, node = 64 + leaf;
  sums[node] = maxima[node] = x[leaf];
  while (node > 1) {
    int parent = node / 2;
    __threadfence();
    if (atomicAdd(&visits[parent], 1) == 0) return;
    __threadfence();
    sums[parent] = sums[2 * parent] + sums[2 * parent + 1];
    maxima[parent] = max(maxima[2 * parent], maxima[2 * parent + 1]);
    node = parent;
  }
}
