// Each block of a pair stores a number and then a flag in the peer's shared memory, and waits for its own flag.
// Fault: flag and wait have the scope of a block, but the threads are of two blocks (race, insufficient scope).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory"); }
__device__ __forceinline__ unsigned map_rank(unsigned address, unsigned rank) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
#ifdef FAULT
#define SCOPE "cta"
#else
#define SCOPE "cluster"
#endif
extern "C" __global__ void __cluster_dims__(2) exchange(int* y, const int* x) {
  __shared__ int number;
  __shared__ unsigned flag;
  unsigned peer = cluster_rank() ^ 1;
  if (threadIdx.x == 0) flag = 0;
  cluster_sync();
  if (threadIdx.x == 0) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map_rank(shared_address(&number), peer)), "r"(x[blockIdx.x]) : "memory");
    asm volatile("st.release." SCOPE ".shared::cluster.u32 [%0], 1;" ::"r"(map_rank(shared_address(&flag), peer)) : "memory");
    unsigned seen;
    do asm volatile("ld.acquire." SCOPE ".shared::cta.u32 %0, [%1];" : "=r"(seen) : "r"(shared_address(&flag)) : "memory");
    while (seen == 0);
    y[blockIdx.x] = number;
  }
  cluster_sync();
}
