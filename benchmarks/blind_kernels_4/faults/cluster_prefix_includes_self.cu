// A prefix sum over clusters of four blocks: each block adds the totals of the blocks before it, out of distributed shared memory.
// Fault: the block's own total is added as well (wrong bound over the ranks).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) scan(int* y, const int* x) {
  __shared__ int warp_sums[2], total;
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, lane = t % 32, rank = cluster.block_rank(), i = blockIdx.x * 64 + t;
  int v = x[i];
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += left;
  }
  if (lane == 31) warp_sums[t / 32] = v;
  __syncthreads();
  if (t == 0) total = warp_sums[0] + warp_sums[1];
  if (t >= 32) v += warp_sums[0];
  cluster.sync();
#ifdef FAULT
  for (int r = 0; r <= rank; ++r) v += *cluster.map_shared_rank(&total, r);
#else
  for (int r = 0; r < rank; ++r) v += *cluster.map_shared_rank(&total, r);
#endif
  y[i] = v;
  cluster.sync();
}
