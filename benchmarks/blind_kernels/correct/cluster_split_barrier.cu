// Cluster barriers split into arrive and wait, with independent work in between.
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ unsigned ld_cluster_u32(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }

extern "C" __global__ void __cluster_dims__(3, 1, 1) neighbours(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = x[blockIdx.x * 64 + t];
  s[t] = v;
  cluster_arrive();
  int own = 0;
  for (int j = 0; j < 5; ++j) own = own * 3 + (v ^ j);
  cluster_wait();
  unsigned next = (cluster_rank() + 1) % 3;
  int other = (int)ld_cluster_u32(mapa((unsigned)__cvta_generic_to_shared(&s[63 - t]), next));
  cluster_arrive();
  y[blockIdx.x * 64 + t] = own + other;
  cluster_wait();
}
