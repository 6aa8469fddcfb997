// Blocks of a pair send values into the other's shared memory and arrive remotely at its mbarrier, for three rounds on two barriers.
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
extern "C" __global__ void __cluster_dims__(2, 1, 1) exchange(int* y, const int* x) {
  __shared__ int box[2][32];
  __shared__ unsigned long long arrived[2];
  int t = threadIdx.x, v = x[blockIdx.x * 32 + t] & 0xffff;
  unsigned other = cluster_rank() ^ 1;
  if (t == 0) {
    barrier_init(shared_address(&arrived[0]), 32);
    barrier_init(shared_address(&arrived[1]), 32);
    fence_init();
  }
  cluster_arrive();
  cluster_wait();
  for (int round = 0; round < 3; ++round) {
    unsigned bar = shared_address(&arrived[round & 1]);
    remote_store(peer_address(shared_address(&box[round & 1][t]), other), v);
    remote_arrive(peer_address(bar, other));
    cluster_barrier_wait(bar, round >> 1 & 1);
    v = v * 3 + box[round & 1][31 - t];
  }
  y[blockIdx.x * 32 + t] = v;
  cluster_arrive();
  cluster_wait();
}
