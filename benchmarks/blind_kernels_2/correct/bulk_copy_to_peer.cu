// Each block of a pair copies a kilobyte of its shared memory into the other's by one bulk copy that completes on the other's mbarrier.
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
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
extern "C" __global__ void __cluster_dims__(2) swap(int* y, const int* x) {
  __shared__ alignas(128) int out[256];
  __shared__ alignas(128) int in[256];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, 1024);
  }
  for (int i = t; i < 256; i += 64) out[i] = x[rank * 256 + i] ^ i;
  fence_proxy_async();
  cluster_sync();
  if (t == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(mapa(smem(in), rank ^ 1)), "r"(smem(out)),
                 "r"(1024), "r"(mapa(b, rank ^ 1)) : "memory");
  mbar_wait_cluster(b, 0);
  for (int i = t; i < 256; i += 64) y[rank * 256 + i] = in[255 - i];
  cluster_sync();
}
