// A cluster of two exchanges sums; the cluster barrier is split into arrive and wait.
// Fault: the other block's sum is read between arrive and wait, when it may not be there yet (race on distributed shared memory).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ int ld_remote(unsigned a) { int v; asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
extern "C" __global__ void __cluster_dims__(2) sums(int* y, const int* x) {
  __shared__ int total;
  int t = threadIdx.x, i = blockIdx.x * 64 + t, v = x[i];
  if (t == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, v);
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  unsigned other = mapa(smem(&total), cluster_rank() ^ 1);
#ifdef FAULT
  int sum = ld_remote(other);
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#else
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  int sum = ld_remote(other);
#endif
  y[i] = v - sum;
  cluster_sync();
}
