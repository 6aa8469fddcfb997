// Matrix times vector: each block of a cluster of four takes a quarter of the columns, and adds up a quarter of the rows.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4, 1, 1) product(float* y, const float* a, const float* x) {
  __shared__ float part[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, rank = (int)cluster.block_rank(), first = blockIdx.x / 4 * 64;
  float s = 0;
  for (int k = 0; k < 32; ++k) s += a[(first + t) * 128 + rank * 32 + k] * x[rank * 32 + k];
  part[t] = s;
  cluster.sync();
  if (t < 16) {
    int row = rank * 16 + t;
    float sum = 0;
    for (unsigned r = 0; r < 4; ++r) sum += cluster.map_shared_rank(part, r)[row];
    y[first + row] = sum;
  }
  cluster.sync();
}
