// The first block of each pair multicasts a tile to both blocks; blocks whose bit in a mask is clear do not need it.
// Fault: a block that does not need the tile exits while it may still be written into its shared memory (lifetime).
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void tma_multicast_2d(unsigned s, const void* map, unsigned bar, int x, int y, unsigned short mask) { asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y), "h"(mask) : "memory"); }
extern "C" __global__ void __cluster_dims__(2) share(int* y, const __grid_constant__ TensorMap map, unsigned needed) {
  __shared__ alignas(128) int s[256];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, 1024);
  }
  cluster_sync();
  if (cluster_rank() == 0 && threadIdx.x == 0) tma_multicast_2d(smem(s), &map, b, 0, blockIdx.x / 2 * 16, 3);
#ifdef FAULT
  if (!(needed >> blockIdx.x & 1)) return;
  mbar_wait(b, 0);
#else
  mbar_wait(b, 0);
  if (!(needed >> blockIdx.x & 1)) return;
#endif
  for (int i = threadIdx.x; i < 256; i += 64) y[blockIdx.x * 256 + i] = s[255 - i];
}
