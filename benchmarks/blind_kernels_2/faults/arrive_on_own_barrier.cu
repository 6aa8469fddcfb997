// Each block of a pair stores values into the other's shared memory and then arrives at the other's mbarrier.
// Fault: the arrival goes to the block's own mbarrier (address not mapped), so it does not order the stores.
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
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void mbar_arrive_remote(unsigned a) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void st_remote(unsigned a, float v) { asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(a), "f"(v) : "memory"); }
extern "C" __global__ void __cluster_dims__(2) swap(float* y, const float* x) {
  __shared__ float s[32];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), other = cluster_rank() ^ 1;
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (t == 0) {
    mbar_init(b, 32);
    fence_mbar_init();
  }
  cluster_sync();
  st_remote(mapa(smem(&s[31 - t]), other), x[i] * 2);
#ifdef FAULT
  mbar_arrive(b);
#else
  mbar_arrive_remote(mapa(b, other));
#endif
  mbar_wait_cluster(b, 0);
  y[i] = s[t];
  cluster_sync();
}
