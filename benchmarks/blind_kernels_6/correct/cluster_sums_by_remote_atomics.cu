// Four blocks of a cluster add their 64 values to 16 sums of each block by atomics in distributed shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) sums(int* y, const int* x) {
  __shared__ int sum[16];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, at = blockIdx.x * 64 + t;
  if (t < 16) sum[t] = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&sum[t % 16], t / 16), x[at]);
  cluster.sync();
  y[at] = sum[t % 16] + t;
}
