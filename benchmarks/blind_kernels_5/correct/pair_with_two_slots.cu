// The blocks of a pair send each other five rows through two slots in the receiver's memory, with full and empty mbarriers on both sides.
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
extern "C" __global__ void __cluster_dims__(2) swap(int* y, const int* x) {
  __shared__ int slots[2][64];
  __shared__ unsigned long long bars[4];
  unsigned full = shared_address(bars), empty = full + 16, peer = cluster_rank() ^ 1;
  int t = threadIdx.x;
  if (t == 0) {
    for (int i = 0; i < 4; ++i) barrier_init(full + 8 * i, 64);
    fence_init();
  }
  cluster_sync();
  x += blockIdx.x * 320;
  y += blockIdx.x * 320;
  for (int k = 0; k < 5; ++k) {
    int s = k % 2, round = k / 2;
    // The peer says in this block's empty barrier that it has read its slot
    if (round > 0) barrier_wait_cluster(empty + 8 * s, (round - 1) & 1);
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map_rank(shared_address(&slots[s][t]), peer)), "r"(x[k * 64 + t]) : "memory");
    barrier_arrive_cluster(map_rank(full + 8 * s, peer));
    barrier_wait_cluster(full + 8 * s, round & 1);
    y[k * 64 + t] = slots[s][63 - t] + k;
    barrier_arrive_cluster(map_rank(empty + 8 * s, peer));
  }
  cluster_sync();
}
