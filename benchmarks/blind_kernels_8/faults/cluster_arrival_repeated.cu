// The blocks of a pair mix their 64 values with each other's for three rounds; the cluster barrier is split into arrive and wait.
// Fault: after reading, blocks arrive but do not wait before they write and arrive again (data race, undefined by PTX).
#include <cooperative_groups.h>
__device__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__global__ void __cluster_dims__(2, 1, 1) mix(unsigned* y, const unsigned* x) {
  __shared__ unsigned tile[64];
  const int t = threadIdx.x, b = blockIdx.x;
  const unsigned* peer = cooperative_groups::this_cluster().map_shared_rank(tile, (b & 1) ^ 1);
  unsigned v = x[b * 64 + t];
  for (int r = 0; r < 3; r++) {
    tile[t] = v;
    cluster_arrive();
    cluster_wait();
    v = v * 3 + peer[63 - t];
    cluster_arrive();
#ifndef FAULT
    cluster_wait();
#endif
  }
#ifdef FAULT
  cluster_wait();
#endif
  y[b * 64 + t] = v;
}
