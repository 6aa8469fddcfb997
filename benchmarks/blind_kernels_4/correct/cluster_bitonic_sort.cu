// Bitonic sort of 128 keys by a pair of blocks; the widest exchange goes through distributed shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) sort(int* y, const int* x) {
  __shared__ int keys[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, i = cluster.block_rank() * 64 + t;
  int* peer = cluster.map_shared_rank(keys, cluster.block_rank() ^ 1);
  int key = x[i];
  for (int k = 2; k <= 128; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      keys[t] = key;
      if (j == 64) cluster.sync();
      else __syncthreads();
      int other = j == 64 ? peer[t] : keys[t ^ j];
      bool smaller = ((i & j) == 0) == ((i & k) == 0);
      key = smaller ? min(key, other) : max(key, other);
      if (j == 64) cluster.sync();
      else __syncthreads();
    }
  }
  y[i] = key;
}
