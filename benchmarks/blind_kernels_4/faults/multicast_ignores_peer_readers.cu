// Six tiles pass through two stages in both blocks of a pair; each block loads half of a tile and multicasts it to both.
// Fault: a stage is refilled when the block's own readers have released it, not those of the other block (race on distributed shared memory).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void barrier_wait_cluster(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void barrier_arrive_remote(unsigned bar) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ __forceinline__ unsigned map_shared(unsigned address, unsigned rank) {
  unsigned remote;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(rank));
  return remote;
}
__device__ __forceinline__ void bulk_multicast(unsigned dst, const void* src, unsigned bytes, unsigned bar, unsigned short mask) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
               ::"r"(dst), "l"(src), "r"(bytes), "r"(bar), "h"(mask) : "memory");
}
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
__device__ __forceinline__ void named_sync(int id, int count) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); }
extern "C" __global__ void __cluster_dims__(2) stream(int* y, const int* x) {
  __shared__ alignas(16) int stages[2][128];
  __shared__ unsigned long long bars[4];
  unsigned full = shared_address(bars), empty = full + 16, rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      barrier_init(full + 8 * s, 1);
#ifdef FAULT
      barrier_init(empty + 8 * s, 1);
#else
      barrier_init(empty + 8 * s, 2);
#endif
    }
    fence_init();
  }
  cluster_sync();
  if (t == 64) {
    for (int k = 0; k < 6; ++k) {
      int s = k % 2;
      if (k >= 2) barrier_wait_cluster(empty + 8 * s, k / 2 - 1 & 1);
      barrier_expect(full + 8 * s, 512);
      bulk_multicast(shared_address(stages[s]) + rank * 256, x + k * 128 + rank * 64, 256, full + 8 * s, 3);
    }
  } else if (t < 64) {
    for (int k = 0; k < 6; ++k) {
      int s = k % 2;
      barrier_wait(full + 8 * s, k / 2 & 1);
      y[(rank * 6 + k) * 64 + t] = stages[s][t] - stages[s][127 - t];
      named_sync(1, 64);
      if (t == 0) {
#ifdef FAULT
        barrier_arrive_remote(map_shared(empty + 8 * s, rank));
#else
        for (int r = 0; r < 2; ++r) barrier_arrive_remote(map_shared(empty + 8 * s, r));
#endif
      }
    }
  }
  cluster_sync();
}
