// Each block of a pair stores 32 values into the other's shared memory and tells it by a remote arrival.
// Fault: arrivals go to the block's own mbarrier, so that it does not wait for the other block's stores (data race).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory");
}
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ unsigned cluster_rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned peer_address(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ void remote_store(unsigned a, int v) { asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(a), "r"(v) : "memory"); }
__device__ __forceinline__ void remote_arrive(unsigned bar) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}
__device__ __forceinline__ void cluster_barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) send(int* y, const int* x) {
  __shared__ int box[32];
  __shared__ unsigned long long arrived;
  int t = threadIdx.x;
  unsigned other = cluster_rank() ^ 1, bar = shared_address(&arrived);
  box[t] = 0;
  if (t == 0) {
    barrier_init(bar, 32);
    fence_init();
  }
  cluster_arrive();
  cluster_wait();
  remote_store(peer_address(shared_address(&box[t]), other), x[blockIdx.x * 32 + t]);
#ifdef FAULT
  remote_arrive(peer_address(bar, cluster_rank()));
#else
  remote_arrive(peer_address(bar, other));
#endif
  cluster_barrier_wait(bar, 0);
  y[blockIdx.x * 32 + t] = box[t ^ 3];
  cluster_arrive();
  cluster_wait();
}
