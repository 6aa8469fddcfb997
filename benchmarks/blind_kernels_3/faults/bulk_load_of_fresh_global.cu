// Threads write an array to global memory, which a bulk copy then brings to shared memory in the same kernel.
// Fault: fence.proxy.async between the generic stores and the bulk copy is missing (race between proxies on global).
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
__device__ __forceinline__ void fence_proxy_async_global() { asm volatile("fence.proxy.async.global;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_load(unsigned s, const void* g, unsigned n, unsigned bar) { asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(s), "l"(g), "r"(n), "r"(bar) : "memory"); }
extern "C" __global__ void pass(int* y, int* g, const int* x) {
  __shared__ alignas(128) int s[128];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  g[t] = x[t] ^ t;
#ifndef FAULT
  fence_proxy_async_global();
#endif
  __syncthreads();
  if (t == 0) {
    mbar_expect_tx(b, 512);
    bulk_load(smem(s), g, 512, b);
  }
  mbar_wait(b, 0);
  y[t] = s[127 - t];
}
