// Warp 1 loads five tiles by bulk copies into two stages with full and empty barriers; warp 0 adds them up.
// Fault: the producer first waits for parity 0 of the empty barrier, which no one has completed yet (wrong phase, deadlock).
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
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_load(unsigned s, const void* g, unsigned n, unsigned bar) { asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(s), "l"(g), "r"(n), "r"(bar) : "memory"); }
extern "C" __global__ void sum(int* y, const int* x) {
  __shared__ alignas(128) int s[2][32];
  __shared__ unsigned long long bars[4];
  unsigned full = smem(bars), empty = smem(bars + 2);
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) mbar_init(full + 8 * i, 1), mbar_init(empty + 8 * i, 32);
    fence_mbar_init();
  }
  __syncthreads();
  if (threadIdx.x == 32) {
#ifdef FAULT
    unsigned phase = 0;
#else
    unsigned phase = 1;
#endif
    for (int k = 0; k < 5; ++k) {
      mbar_wait(empty + 8 * (k & 1), phase);
      mbar_expect_tx(full + 8 * (k & 1), 128);
      bulk_load(smem(s[k & 1]), x + (blockIdx.x * 5 + k) * 32, 128, full + 8 * (k & 1));
      if (k & 1) phase ^= 1;
    }
  } else if (threadIdx.x < 32) {
    int sum = 0;
    for (int k = 0; k < 5; ++k) {
      mbar_wait(full + 8 * (k & 1), k / 2 & 1);
      sum += s[k & 1][lane] * (k + 1);
      mbar_arrive(empty + 8 * (k & 1));
    }
    y[blockIdx.x * 32 + lane] = sum;
  }
}
