// The blocks of a cluster of four count their values' low three bits in the shared memory of the first block.
// Fault: the remote bins are incremented by a load and a store instead of an atomic (race on distributed shared memory).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void st_remote(unsigned a, int v) { asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(a), "r"(v) : "memory"); }
__device__ __forceinline__ int ld_remote(unsigned a) { int v; asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
extern "C" __global__ void __cluster_dims__(4) count(int* y, const unsigned* x) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  cluster_sync();
  unsigned a = mapa(smem(&bins[x[blockIdx.x * 32 + t] & 7]), 0);
#ifdef FAULT
  st_remote(a, ld_remote(a) + 1);
#else
  asm volatile("red.relaxed.cluster.shared::cluster.add.s32 [%0], 1;" ::"r"(a) : "memory");
#endif
  cluster_sync();
  if (cluster_rank() == 0 && t < 8) y[blockIdx.x / 4 * 8 + t] = bins[t];
}
