// Sums of each value and its two successors; every block brings its 64 values and those behind them by one bulk copy.
// Fault: the copy brings 64 values, without the two behind them (uninitialized shared memory).
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
__global__ void windows(int* y, const int* x) {
  __shared__ __align__(128) int tile[68];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x;
#ifdef FAULT
  const int bytes = 256;
#else
  const int bytes = 272;
#endif
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
    bar_expect(&bar, bytes);
    bulk_load(tile, x + blockIdx.x * 64, bytes, &bar);
  }
  __syncthreads();
  bar_wait(&bar, 0);
  y[blockIdx.x * 64 + t] = tile[t] + tile[t + 1] + tile[t + 2];
}
