// Four tiles of 256 bytes come one after the other by bulk copies; each is stored in reverse order.
// Fault: the mbarrier is initialized again for each tile, and threads that come first still see the previous, completed phase (race, early wait).
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
extern "C" __global__ void reverse(int* y, const int* x) {
  __shared__ alignas(128) int s[64];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    if (t == 0) {
#ifdef FAULT
      if (k) {
        mbar_init(b, 1);
        fence_mbar_init();
      }
#endif
      mbar_expect_tx(b, 256);
      bulk_load(smem(s), x + k * 64, 256, b);
    }
#ifdef FAULT
    mbar_wait(b, 0);
#else
    mbar_wait(b, k & 1);
#endif
    y[k * 64 + t] = s[63 - t];
    __syncthreads();
  }
}
