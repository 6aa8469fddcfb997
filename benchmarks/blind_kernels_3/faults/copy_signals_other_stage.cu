// Two tiles are loaded by bulk copies into two stages, each with its own mbarrier; the second is used first.
// Fault: the second copy signals the first stage's barrier (wrong barrier; one never completes).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_load(unsigned s, const void* g, unsigned n, unsigned bar) { asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(s), "l"(g), "r"(n), "r"(bar) : "memory"); }
extern "C" __global__ void pair(int* y, const int* x) {
  __shared__ alignas(128) int s[2][32];
  __shared__ unsigned long long bars[2];
  unsigned b = smem(bars);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    mbar_init(b + 8, 1);
    fence_mbar_init();
    mbar_expect_tx(b, 128);
    mbar_expect_tx(b + 8, 128);
    bulk_load(smem(s[0]), x, 128, b);
#ifdef FAULT
    bulk_load(smem(s[1]), x + 32, 128, b);
#else
    bulk_load(smem(s[1]), x + 32, 128, b + 8);
#endif
  }
  __syncwarp();
  mbar_wait(b + 8, 0);
  y[t] = s[1][31 - t];
  mbar_wait(b, 0);
  y[32 + t] = s[0][31 - t];
}
