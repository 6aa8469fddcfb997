// A string of 1000 bytes goes to shared memory by a bulk copy, whose size must be a multiple of 16; each byte is complemented.
// Fault: the size is rounded up, so the copy reads eight bytes behind the string (out of bounds on global).
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
extern "C" __global__ void complement(unsigned char* y, const unsigned char* x) {
  __shared__ alignas(128) unsigned char s[1024];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int t = threadIdx.x, n = 1000;
#ifdef FAULT
  int bulk = (n + 15) / 16 * 16;
#else
  int bulk = n / 16 * 16;
#endif
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, bulk);
    bulk_load(smem(s), x, bulk, b);
  }
  for (int i = bulk + t; i < n; i += 64) s[i] = x[i];
  __syncthreads();
  mbar_wait(b, 0);
  for (int i = t; i < n; i += 64) y[i] = ~s[n - 1 - i];
}
