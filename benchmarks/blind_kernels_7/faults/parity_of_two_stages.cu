// Eight pieces of 64 words by bulk copies through three stages, a thread per word, xor of all with rotation.
// Fault: the parity is computed as if there were two stages: k / 2 instead of k / 3 (wrong phase).
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
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_load(unsigned dst, const void* src, unsigned bytes, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(dst), "l"(src), "r"(bytes), "r"(bar) : "memory");
}
#ifdef FAULT
#define PER_PHASE 2
#else
#define PER_PHASE 3
#endif
extern "C" __global__ void mix(unsigned* y, const unsigned* x) {
  __shared__ alignas(16) unsigned stage[3][64];
  __shared__ unsigned long long full[3];
  int t = threadIdx.x;
  const unsigned* mine = x + blockIdx.x * 512;
  if (t == 0) {
    for (int s = 0; s < 3; ++s) barrier_init(shared_address(&full[s]), 1);
    fence_init();
    for (int s = 0; s < 3; ++s) {
      barrier_expect(shared_address(&full[s]), 256);
      bulk_load(shared_address(stage[s]), mine + s * 64, 256, shared_address(&full[s]));
    }
  }
  __syncthreads();
  unsigned v = 0;
  for (int k = 0; k < 8; ++k) {
    int s = k % 3;
    barrier_wait(shared_address(&full[s]), k / PER_PHASE & 1);
    v = __funnelshift_l(v, v, 5) ^ stage[s][63 - t];
    __syncthreads();
    if (t == 0 && k + 3 < 8) {
      barrier_expect(shared_address(&full[s]), 256);
      bulk_load(shared_address(stage[s]), mine + (k + 3) * 64, 256, shared_address(&full[s]));
    }
  }
  y[blockIdx.x * 64 + t] = v;
}
