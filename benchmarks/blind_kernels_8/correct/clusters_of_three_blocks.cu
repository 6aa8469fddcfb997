// Four rounds on rings of three blocks in a cluster: each adds the next block's values, mirrored, and subtracts the previous block's.
#include <cooperative_groups.h>
__global__ void __cluster_dims__(3, 1, 1) rings(unsigned* y, const unsigned* x) {
  __shared__ unsigned cells[2][32];
  auto cluster = cooperative_groups::this_cluster();
  const unsigned rank = cluster.block_rank(), n = cluster.num_blocks();
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  cells[0][t] = x[i];
  for (int r = 0; r < 4; r++) {
    cluster.sync();
    unsigned* now = cells[r & 1];
    const unsigned next = cluster.map_shared_rank(now, (rank + 1) % n)[31 - t];
    const unsigned before = cluster.map_shared_rank(now, (rank + n - 1) % n)[t];
    cells[r & 1 ^ 1][t] = now[t] + next - before;
  }
  cluster.sync();
  y[i] = cells[0][t];
}
