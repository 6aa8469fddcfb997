// The threads of a cluster of four vote for one of 16 bins in the first block's shared memory by red.async, which also counts the votes' bytes there.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait_cluster(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ unsigned map_shared(unsigned address, unsigned rank) {
  unsigned remote;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(rank));
  return remote;
}
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
extern "C" __global__ void __cluster_dims__(4) vote(int* y, const int* x) {
  __shared__ unsigned bins[16];
  __shared__ unsigned long long bar;
  unsigned rank = cluster_rank(), b = shared_address(&bar);
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  if (t == 0 && rank == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 4 * 64 * 4);
  }
  cluster_sync();
  unsigned bin = map_shared(shared_address(&bins[x[rank * 64 + t] & 15]), 0), count = t % 3 + 1;
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];"
               ::"r"(bin), "r"(count), "r"(map_shared(b, 0)) : "memory");
  if (rank == 0) {
    barrier_wait_cluster(b, 0);
    if (t < 16) y[t] = bins[t];
  }
  cluster_sync();
}
