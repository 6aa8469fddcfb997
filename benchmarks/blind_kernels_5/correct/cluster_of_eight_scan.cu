// Inclusive prefix sums of 256 integers by a cluster of eight warps; each adds the totals of the blocks before it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(8) scan(int* y, const int* x) {
  __shared__ int total;
  auto cluster = cg::this_cluster();
  int lane = threadIdx.x, rank = cluster.block_rank(), i = blockIdx.x * 32 + lane;
  int v = x[i];
  for (int d = 1; d < 32; d *= 2) {
    int before = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += before;
  }
  if (lane == 31) total = v;
  cluster.sync();
  int before = lane < rank ? *cluster.map_shared_rank(&total, lane) : 0;
  v += __reduce_add_sync(~0u, before);
  cluster.sync();
  y[i] = v;
}
