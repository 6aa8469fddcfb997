// Four rounds of two bulk copies through one mbarrier: first a list of 32 numbers, then the row of a table that it begins with.
// Fault: the parity is the round's, although each round takes two phases of the mbarrier (wrong phase parity).
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
__global__ void gather(int* y, const int* list, const int* table) {
  __shared__ __align__(128) int keys[32];
  __shared__ __align__(128) int row[32];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x;
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
  }
  __syncthreads();
  for (int r = 0; r < 4; r++) {
    if (t == 0) {
      bar_expect(&bar, 128);
      bulk_load(keys, list + r * 32, 128, &bar);
    }
#ifdef FAULT
    const int first = r & 1, second = r & 1;
#else
    const int first = 0, second = 1;
#endif
    bar_wait(&bar, first);
    const int k = keys[0];
    __syncthreads();
    if (t == 0) {
      bar_expect(&bar, 128);
      bulk_load(row, table + k * 32, 128, &bar);
    }
    bar_wait(&bar, second);
    y[r * 32 + t] = keys[31 - t] + row[t];
    __syncthreads();
  }
}
