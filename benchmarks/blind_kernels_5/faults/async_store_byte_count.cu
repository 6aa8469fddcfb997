// The blocks of a pair send each other 64 long integers by st.async, which signals the receiver's mbarrier.
// Fault: the receiver expects four bytes per store instead of eight, so its barrier completes halfway (wrong transaction count, race).
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
__device__ __forceinline__ void store_async(unsigned dst, long long v, unsigned bar) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(dst), "l"(v), "r"(bar) : "memory");
}
#ifdef FAULT
#define EACH 4
#else
#define EACH 8
#endif
extern "C" __global__ void __cluster_dims__(2) exchange(long long* y, const long long* x) {
  __shared__ long long inbox[64];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar), peer = cluster_rank() ^ 1;
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 64 * EACH);
  }
  cluster_sync();
  store_async(map_rank(shared_address(&inbox[t]), peer), x[blockIdx.x * 64 + t], map_rank(b, peer));
  barrier_wait_cluster(b, 0);
  y[blockIdx.x * 64 + t] = inbox[63 - t];
  cluster_sync();
}
