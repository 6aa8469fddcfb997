// Twelve steps of upwind advection on a ring of 128 cells; each block of a cluster of four reads its left neighbour's last cell.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4, 1, 1) advect(float* u) {
  __shared__ float cell[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  const float* left = cluster.map_shared_rank(&cell[0][31], (rank + 3) % 4);
  cell[0][t] = u[i];
  cluster.sync();
  for (int step = 0; step < 12; ++step) {
    int now = step & 1;
    float before = t ? cell[now][t - 1] : left[now * 32];
    cell[now ^ 1][t] = 0.75f * cell[now][t] + 0.25f * before;
    cluster.sync();
  }
  u[i] = cell[0][t];
}
