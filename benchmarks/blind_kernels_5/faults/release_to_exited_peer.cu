// The first block of a pair sends three rows through one slot in the second block's shared memory; mbarriers in both blocks hand it over.
// Fault: the first block exits after its last row, while the second still arrives at the barrier in its shared memory (lifetime).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_wait_cluster(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void barrier_arrive_cluster(unsigned bar) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
__device__ __forceinline__ unsigned map_rank(unsigned address, unsigned rank) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
extern "C" __global__ void __cluster_dims__(2) relay(int* y, const int* x) {
  __shared__ int slot[64];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar), rank = cluster_rank(), other = map_rank(b, rank ^ 1);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 64);
    fence_init();
  }
  cluster_sync();
  for (int k = 0; k < 3; ++k) {
    if (rank == 0) {
      // The slot has been emptied
      if (k > 0) barrier_wait_cluster(b, (k - 1) & 1);
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map_rank(shared_address(&slot[t]), 1)), "r"(x[k * 64 + t]) : "memory");
    } else {
      barrier_wait_cluster(b, k & 1);
      y[k * 64 + t] = slot[63 - t] + k;
    }
    barrier_arrive_cluster(other);
  }
#ifndef FAULT
  cluster_sync();
#endif
}
