// A Fenwick tree of 128 counters per block in shared memory: all threads add along its paths, then query prefix sums.
extern "C" __global__ void sums(int* prefix, const int* place, const int* amount) {
  __shared__ int tree[129];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  for (int k = t; k < 129; k += 64) tree[k] = 0;
  __syncthreads();
  for (int k = place[i] + 1; k <= 128; k += k & -k) atomicAdd(&tree[k], amount[i]);
  __syncthreads();
  for (int q = t; q < 128; q += 64) {
    int s = 0;
    for (int k = q + 1; k; k &= k - 1) s += tree[k];
    prefix[blockIdx.x * 128 + q] = s;
  }
}
