// The blocks of a cluster of four count their odd values in the shared memory of the first block.
// Fault: the atomics have the scope of the block, although several blocks use the counter (data race).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4, 1, 1) count(int* y, const int* x) {
  __shared__ int counter;
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  if (t == 0) counter = 0;
  cluster.sync();
  int* first = cluster.map_shared_rank(&counter, 0);
  int v = x[blockIdx.x * 64 + t];
#ifdef FAULT
  if (v & 1) atomicAdd_block(first, v >> 16);
#else
  if (v & 1) atomicAdd(first, v >> 16);
#endif
  cluster.sync();
  if (cluster.block_rank() == 0 && t == 0) y[blockIdx.x / 4] = counter;
}
