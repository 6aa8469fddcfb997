// A table of 256 entries is spread over the shared memory of four blocks; each thread follows a chain of three numbers through it.
#include <cooperative_groups.h>
__global__ void __cluster_dims__(4, 1, 1) chains(int* y, const int* table, const int* x) {
  __shared__ int part[64];
  auto cluster = cooperative_groups::this_cluster();
  const int t = threadIdx.x;
  part[t] = table[cluster.block_rank() * 64 + t];
  cluster.sync();
  int v = x[blockIdx.x * 64 + t];
  for (int k = 0; k < 3; k++) v = cluster.map_shared_rank(part, v >> 6)[v & 63];
  y[blockIdx.x * 64 + t] = v;
  cluster.sync();
}
