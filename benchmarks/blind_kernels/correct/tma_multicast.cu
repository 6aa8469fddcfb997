// Each block of a pair loads half of a tile and multicasts it to both; then both use the whole tile.
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait_cluster(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ void tma_load_2d_multicast(unsigned s, const void* map, unsigned bar, int x, int y, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
               ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y), "h"(blocks) : "memory");
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) shared_load(int* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) int tile[16][32];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, sizeof(tile));
  }
  cluster_sync();
  if (t == 0) tma_load_2d_multicast((unsigned)__cvta_generic_to_shared(&tile[rank * 8][0]), &map, b, 0, blockIdx.x / 2 * 16 + rank * 8, 3);
  mbar_wait_cluster(b, 0);
  for (int i = t; i < 512; i += 64) y[blockIdx.x * 512 + i] = tile[i / 32][i % 32] * (int)(rank + 1);
  cluster_sync();
}
