// The first block of a cluster of four multicasts 256 bytes to all four, and each waits for its own mbarrier.
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
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory"); }
extern "C" __global__ void __cluster_dims__(4) multicast(int* y, const int* x) {
  __shared__ alignas(16) int row[64];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 256);
  }
  cluster_sync();
  if (t == 0 && rank == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;"
                 ::"r"(shared_address(row)), "l"(x), "r"(b), "h"((unsigned short)15) : "memory");
  barrier_wait_cluster(b, 0);
  for (int k = t; k < 64; k += 32) y[rank * 64 + k] = row[(k + rank) % 64];
  cluster_sync();
}
