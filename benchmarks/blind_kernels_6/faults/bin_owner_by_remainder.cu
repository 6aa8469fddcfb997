// A histogram of 64 bins that the two blocks of a cluster hold in halves; each counts its 256 values in both.
// Fault: the owner is the bin's remainder instead of its half, so two bins share a counter (wrong value).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) histogram(int* count, const unsigned* x) {
  __shared__ int half[32];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  if (t < 32) half[t] = 0;
  cluster.sync();
  for (int i = t; i < 256; i += 128) {
    unsigned bin = x[blockIdx.x * 256 + i] >> 26;
#ifdef FAULT
    unsigned owner = bin % 2;
#else
    unsigned owner = bin / 32;
#endif
    atomicAdd(cluster.map_shared_rank(&half[bin % 32], owner), 1);
  }
  cluster.sync();
  if (t < 32) count[blockIdx.x * 32 + t] = half[t];
}
