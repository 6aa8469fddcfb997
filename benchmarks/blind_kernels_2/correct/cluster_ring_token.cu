// A running sum travels around a ring of four blocks: stores into the next block, then a remote arrival at its mbarrier.
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
__device__ __forceinline__ void st_remote(unsigned a, float v) { asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(a), "f"(v) : "memory"); }
extern "C" __global__ void __cluster_dims__(4) ring(float* y, const float* x) {
  __shared__ float s[32];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), rank = cluster_rank();
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 32);
    fence_mbar_init();
  }
  cluster_sync();
  float v = x[rank * 32 + t];
  if (rank > 0) {
    mbar_wait_cluster(b, 0);
    v += s[t];
  }
  y[rank * 32 + t] = v;
  if (rank < 3) {
    st_remote(mapa(smem(&s[(t + 1) % 32]), rank + 1), v);
    mbar_arrive_remote(mapa(b, rank + 1));
  }
  cluster_sync();
}
