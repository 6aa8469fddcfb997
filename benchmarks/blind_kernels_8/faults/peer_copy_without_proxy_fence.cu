// The blocks of a pair send each other 64 computed values by a bulk copy from shared memory to the peer's, which signals its mbarrier.
// Fault: no proxy fence follows the stores of the values, which the bulk copy reads by the async proxy (missing fence).
#include <cooperative_groups.h>
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ void bar_expect(void* b, unsigned n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_wait(void* b, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(smem(b)), "r"(parity) : "memory");
}
__device__ void async_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void bulk_to_peer(void* d, const void* s, unsigned n, void* b, unsigned rank) {
  asm volatile(
      "{ .reg .b32 dst, bar; mapa.shared::cluster.u32 dst, %0, %4; mapa.shared::cluster.u32 bar, %3, %4;\n"
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [dst], [%1], %2, [bar]; }" ::"r"(smem(d)),
      "r"(smem(s)), "r"(n), "r"(smem(b)), "r"(rank) : "memory");
}
__global__ void __cluster_dims__(2, 1, 1) swap(int* y, const int* x) {
  __shared__ __align__(128) int tile[64];
  __shared__ __align__(128) int inbox[64];
  __shared__ __align__(8) unsigned long long bar;
  auto cluster = cooperative_groups::this_cluster();
  const int t = threadIdx.x;
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
  }
  tile[t] = x[blockIdx.x * 64 + t] * 7 + t;
#ifndef FAULT
  async_fence();
#endif
  cluster.sync();
  if (t == 0) {
    bar_expect(&bar, 256);
    bulk_to_peer(inbox, tile, 256, &bar, cluster.block_rank() ^ 1);
  }
  bar_wait(&bar, 0);
  y[blockIdx.x * 64 + t] = inbox[63 - t];
  cluster.sync();
}
