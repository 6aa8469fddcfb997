// Clusters of 2 x 2 blocks; each block adds its diagonal neighbour's values, through a generic pointer of cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 2, 1) diagonal(int* y, const int* x) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, i = (blockIdx.y * gridDim.x + blockIdx.x) * 32 + t;
  s[t] = x[i];
  cluster.sync();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 3);
  y[i] = s[t] + other[31 - t];
  cluster.sync();
}
