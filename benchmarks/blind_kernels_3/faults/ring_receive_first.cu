// The four blocks of a cluster send their values to the next block and add those of the previous one.
// Fault: every block waits for the previous block's values before it sends its own (circular wait, deadlock).
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
__device__ __forceinline__ void mbar_arrive_remote(unsigned a) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void st_remote(unsigned a, int v) { asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(a), "r"(v) : "memory"); }
extern "C" __global__ void __cluster_dims__(4) ring(int* y, const int* x) {
  __shared__ int s[32];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), rank = cluster_rank(), next = (rank + 1) & 3;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 32);
    fence_mbar_init();
  }
  cluster_sync();
  int v = x[rank * 32 + t];
#ifdef FAULT
  mbar_wait_cluster(b, 0);
#endif
  st_remote(mapa(smem(&s[31 - t]), next), v);
  mbar_arrive_remote(mapa(b, next));
#ifndef FAULT
  mbar_wait_cluster(b, 0);
#endif
  y[rank * 32 + t] = v + s[t];
  cluster_sync();
}
