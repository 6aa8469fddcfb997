// The second warp of each block exits; the cluster barrier then waits for the first warps only.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ int ld_remote(unsigned a) { int v; asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
extern "C" __global__ void __cluster_dims__(2) fold(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  if (t >= 32) return;
  cluster_sync();
  unsigned peer = cluster_rank() ^ 1;
  y[blockIdx.x * 32 + t] = ld_remote(mapa(smem(&s[t]), peer)) - ld_remote(mapa(smem(&s[32 + t]), peer));
  cluster_sync();
}
