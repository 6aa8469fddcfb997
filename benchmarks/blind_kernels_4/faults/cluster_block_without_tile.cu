// Five tiles of 64 values in clusters of two blocks; each block adds its peer's tile in reverse, a missing tile counts as ones.
// Fault: the sixth block returns at once, though its peer reads its shared memory (lifetime, uninitialized).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) add_peer(int* y, const int* x, int tiles) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, tile = blockIdx.x;
  bool present = tile < tiles;
#ifdef FAULT
  if (!present) return;
#endif
  s[t] = present ? x[tile * 64 + t] : 1;
  cluster.sync();
  int v = s[t] + cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[63 - t];
  if (present) y[tile * 64 + t] = v;
  cluster.sync();
}
