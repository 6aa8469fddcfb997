// The first block of each pair puts its values into the second block's shared memory.
// Fault: there is no cluster barrier before the remote stores, so the second block may not have started yet (lifetime).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void st_remote(unsigned a, int v) { asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(a), "r"(v) : "memory"); }
extern "C" __global__ void __cluster_dims__(2) put(int* y, const int* x) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned rank = cluster_rank();
#ifndef FAULT
  cluster_sync();
#endif
  if (rank == 0) st_remote(mapa(smem(&s[t]), 1), x[blockIdx.x / 2 * 32 + t]);
  cluster_sync();
  if (rank == 1) y[blockIdx.x / 2 * 32 + t] = s[31 - t];
}
