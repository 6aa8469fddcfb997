// The two blocks of a cluster add the peer's 64 values to their own, through distributed shared memory.
// Fault: the pointer is not mapped to the peer, so each block adds its own values (wrong value).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) add_peer(int* y, const int* x) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, at = blockIdx.x * 64 + t;
  s[t] = x[at];
  cluster.sync();
#ifdef FAULT
  const int* peer = s;
#else
  const int* peer = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
#endif
  y[at] = (int)((unsigned)s[t] + (unsigned)peer[63 - t]);
  cluster.sync();
}
