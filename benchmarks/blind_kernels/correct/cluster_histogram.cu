// A histogram of 64 bins spread over the shared memory of four blocks, counted by reductions on distributed shared memory.
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ void red_cluster_add_u32(unsigned a, unsigned v) { asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" ::"r"(a), "r"(v) : "memory"); }

extern "C" __global__ void __cluster_dims__(4, 1, 1) histogram(unsigned* bins, const int* x) {
  __shared__ unsigned mine[16];
  int t = threadIdx.x, cluster = blockIdx.x / 4, rank = (int)cluster_rank();
  if (t < 16) mine[t] = 0;
  cluster_sync();
  for (int i = t; i < 256; i += 64) {
    unsigned bin = (unsigned)(x[cluster * 1024 + rank * 256 + i] * 5 + i) & 63;
    red_cluster_add_u32(mapa((unsigned)__cvta_generic_to_shared(&mine[bin & 15]), bin >> 4), 1);
  }
  cluster_sync();
  if (t < 16) bins[cluster * 64 + rank * 16 + t] = mine[t];
}
