// The blocks of a cluster of four add their 32 integers to the first block's shared memory by reductions of bulk copies.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
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
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
extern "C" __global__ void __cluster_dims__(4) sum(int* y, const int* x) {
  __shared__ alignas(128) int acc[32], mine[32];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  acc[t] = 0;
  mine[t] = x[rank * 32 + t];
  asm volatile("fence.proxy.async;" ::: "memory");
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    if (rank == 0) mbar_expect_tx(b, 4 * 128);
  }
  cluster_sync();
  if (t == 0)
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], 128, [%2];"
                 ::"r"(mapa(smem(acc), 0)), "r"(smem(mine)), "r"(mapa(b, 0)) : "memory");
  if (rank == 0) {
    mbar_wait_cluster(b, 0);
    y[t] = acc[t];
  }
  cluster_sync();
}
