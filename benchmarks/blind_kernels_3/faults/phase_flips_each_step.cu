// Six tiles pass through two stages of bulk copies, the next but one being loaded while a tile is used.
// Fault: the awaited parity flips with each step instead of each time around the two stages (wrong phase, reads before arrival).
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
extern "C" __global__ void stream(int* y, const int* x) {
  __shared__ alignas(128) int s[2][64];
  __shared__ unsigned long long bars[2];
  unsigned b = smem(bars);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    mbar_init(b + 8, 1);
    fence_mbar_init();
    for (int k = 0; k < 2; ++k) {
      mbar_expect_tx(b + 8 * k, 256);
      bulk_load(smem(s[k]), x + k * 64, 256, b + 8 * k);
    }
  }
  __syncthreads();
  for (int k = 0; k < 6; ++k) {
    int i = k & 1;
#ifdef FAULT
    mbar_wait(b + 8 * i, k & 1);
#else
    mbar_wait(b + 8 * i, k / 2 & 1);
#endif
    y[k * 64 + t] = s[i][63 - t] + k;
    __syncthreads();
    if (t == 0 && k + 2 < 6) {
      mbar_expect_tx(b + 8 * i, 256);
      bulk_load(smem(s[i]), x + (k + 2) * 64, 256, b + 8 * i);
    }
  }
}
