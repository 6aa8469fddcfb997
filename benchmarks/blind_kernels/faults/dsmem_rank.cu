// Each block of a cluster of four reads the tile of the next block, in a ring.
// Fault: the next rank is not taken modulo four, so the last block addresses a rank that does not exist.
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ unsigned ld_cluster_u32(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }

extern "C" __global__ void __cluster_dims__(4, 1, 1) ring(int* y, const int* x) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 32 + t];
  cluster_sync();
#ifdef FAULT
  unsigned next = cluster_rank() + 1;
#else
  unsigned next = (cluster_rank() + 1) % 4;
#endif
  y[blockIdx.x * 32 + t] = (int)ld_cluster_u32(mapa((unsigned)__cvta_generic_to_shared(&s[t]), next)) - x[blockIdx.x * 32 + t];
  cluster_sync();
}
