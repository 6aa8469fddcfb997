// Sums and maxima of rows of different lengths, multiples of four elements or none, which come by bulk copies of their size.
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
__global__ void rows(int* sum, int* top, const int* x, const int* start) {
  __shared__ __align__(128) int row[64];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x, first = start[blockIdx.x], n = start[blockIdx.x + 1] - first;
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
    bar_expect(&bar, n * 4);
    if (n) bulk_load(row, x + first, n * 4, &bar);
  }
  __syncthreads();
  bar_wait(&bar, 0);
  int s = 0, m = -2147483647 - 1;
  for (int i = t; i < n; i += 32) {
    s += row[i];
    m = max(m, row[i]);
  }
  s = __reduce_add_sync(~0u, s);
  m = __reduce_max_sync(~0u, m);
  if (t == 0) {
    sum[blockIdx.x] = s;
    top[blockIdx.x] = m;
  }
}
