// Each block of a pair loads one half of a tile of 256 integers and multicasts it to both; both write the tile reversed.
// Fault: a block expects the bytes of its own half only, so its barrier completes before the other half has come (wrong transaction count).
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
#ifdef FAULT
#define BYTES 512
#else
#define BYTES 1024
#endif
extern "C" __global__ void __cluster_dims__(2) share_tile(int* y, const int* x) {
  __shared__ alignas(16) int tile[256];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, BYTES);
  }
  cluster_sync();
  if (t == 0) bulk_multicast(shared_address(tile) + rank * 512, x + blockIdx.x / 2 * 256 + rank * 128, 512, b, 3);
  barrier_wait(b, 0);
  for (int i = t; i < 256; i += 64) y[blockIdx.x * 256 + i] = tile[255 - i] + rank;
  cluster_sync();
}
