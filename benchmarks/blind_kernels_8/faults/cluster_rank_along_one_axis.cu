// Clusters of 2 x 2 blocks: each block subtracts from its 32 values those of the block diagonally opposite in its cluster.
// Fault: the block's rank in the cluster is taken from its x coordinate only, so the second row reads another block (wrong value).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 2, 1) opposite(int* y, const int* x) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, b = blockIdx.y * gridDim.x + blockIdx.x;
  tile[t] = x[b * 32 + t];
  cluster.sync();
#ifdef FAULT
  const unsigned rank = blockIdx.x % 2;
#else
  const unsigned rank = cluster.block_rank();
#endif
  y[b * 32 + t] = tile[t] - cluster.map_shared_rank(tile, rank ^ 3)[t];
  cluster.sync();
}
