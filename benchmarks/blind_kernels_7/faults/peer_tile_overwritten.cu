// Blocks of a pair add the peer's 32 values, rotated, to their own through the peer's shared memory, four rounds.
// Fault: a block overwrites its half for the next round before its peer has read it: one cluster barrier per round (data race).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) swap_halves(int* y, const int* x) {
  __shared__ int half[32];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, v = x[blockIdx.x * 32 + t] & 0xfff;
  const int* peer = cluster.map_shared_rank(half, cluster.block_rank() ^ 1);
  for (int k = 0; k < 4; ++k) {
    half[t] = v;
    cluster.sync();
    v = 2 * v + peer[(t + k) % 32];
#ifndef FAULT
    cluster.sync();
#endif
  }
  y[blockIdx.x * 32 + t] = v;
#ifdef FAULT
  cluster.sync();
#endif
}
