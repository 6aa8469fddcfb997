// Five tiles of 128 integers come one after the other into one buffer by bulk copies; 128 threads read them in reverse order.
// Fault: the next copy starts when the first two of the four warps have met, although all four read the tile (data race).
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ void bar_expect(void* b, unsigned n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_wait(void* b, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(smem(b)), "r"(parity) : "memory");
}
__device__ void bulk_load(void* d, const void* s, unsigned n, void* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(smem(d)),
               "l"(__cvta_generic_to_global(s)), "r"(n), "r"(smem(b)) : "memory");
}
__device__ void named_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void reverse(int* y, const int* x) {
  __shared__ __align__(128) int tile[128];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x;
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
    bar_expect(&bar, 512);
    bulk_load(tile, x, 512, &bar);
  }
  __syncthreads();
  for (int i = 0; i < 5; i++) {
    bar_wait(&bar, i & 1);
    y[i * 128 + t] = tile[127 - t];
#ifdef FAULT
    if (t < 64) named_sync(1, 64);
#else
    __syncthreads();
#endif
    if (t == 0 && i < 4) {
      bar_expect(&bar, 512);
      bulk_load(tile, x + (i + 1) * 128, 512, &bar);
    }
  }
}
