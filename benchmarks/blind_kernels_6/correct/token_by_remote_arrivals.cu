// Four blocks of a cluster pass a running sum along; a block stores it in the next one's memory and arrives at its mbarrier.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_wait_cluster(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void barrier_arrive_remote(unsigned bar) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory"); }
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
extern "C" __global__ void __cluster_dims__(4) pass_along(int* y, const int* x) {
  __shared__ int sum;
  __shared__ unsigned long long bar;
  unsigned rank = cluster_rank();
  if (threadIdx.x == 0) {
    barrier_init(shared_address(&bar), 1);
    fence_init();
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    int v = x[blockIdx.x];
    if (rank > 0) {
      barrier_wait_cluster(shared_address(&bar), 0);
      v += sum;
    }
    if (rank < 3) {
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map_rank(shared_address(&sum), rank + 1)), "r"(v) : "memory");
      barrier_arrive_remote(map_rank(shared_address(&bar), rank + 1));
    }
    y[blockIdx.x] = v;
  }
  cluster_sync();
}
