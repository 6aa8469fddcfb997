// Blocks of a pair swap tiles through distributed shared memory.
// Fault: no cluster barrier at the end, so a block may exit while its peer still reads its shared memory.
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ unsigned ld_cluster_u32(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }

extern "C" __global__ void __cluster_dims__(2, 1, 1) swap(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t] ^ 5;
  cluster_sync();
  unsigned peer = mapa((unsigned)__cvta_generic_to_shared(&s[63 - t]), cluster_rank() ^ 1);
  y[blockIdx.x * 64 + t] = (int)ld_cluster_u32(peer);
#ifndef FAULT
  cluster_sync();
#endif
}
