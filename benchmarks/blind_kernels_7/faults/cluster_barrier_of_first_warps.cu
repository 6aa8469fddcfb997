// Blocks of a pair subtract their values from the maximum of both blocks, exchanged through distributed shared memory.
// Fault: only the first warp of each block arrives at the cluster barrier, which expects all threads (deadlock).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned peer_address(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
extern "C" __global__ void __cluster_dims__(2, 1, 1) maxima(int* y, const int* x) {
  __shared__ int most, part[2];
  int t = threadIdx.x, own = x[blockIdx.x * 64 + t], v = __reduce_max_sync(~0u, own);
  if (t % 32 == 0) part[t / 32] = v;
  __syncthreads();
  if (t == 0) most = max(part[0], part[1]);
#ifdef FAULT
  if (t < 32)
#endif
  {
    cluster_arrive();
    cluster_wait();
  }
  if (t == 0) {
    int other;
    asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(other) : "r"(peer_address(shared_address(&most), cluster_rank() ^ 1)) : "memory");
    part[0] = max(most, other);
  }
  __syncthreads();
  y[blockIdx.x * 64 + t] = part[0] - own;
  cluster_arrive();
  cluster_wait();
}
