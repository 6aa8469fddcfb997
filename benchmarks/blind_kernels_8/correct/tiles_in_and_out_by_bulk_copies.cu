// Eight tiles of 64 integers are loaded, reversed and stored by bulk copies, with two buffers on the way in and two on the way out.
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
__device__ void bulk_store(void* d, const void* s, unsigned n) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(d)),
               "r"(smem(s)), "r"(n) : "memory");
}
__device__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void bulk_wait_all() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void async_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void bulk_wait_read_one() { asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory"); }
__global__ void stream(int* y, const int* x) {
  __shared__ __align__(128) int in[2][64];
  __shared__ __align__(128) int out[2][64];
  __shared__ __align__(8) unsigned long long full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    bar_init(&full[0], 1);
    bar_init(&full[1], 1);
    bar_fence();
    for (int i = 0; i < 2; i++) {
      bar_expect(&full[i], 256);
      bulk_load(in[i], x + i * 64, 256, &full[i]);
    }
  }
  __syncthreads();
  for (int i = 0; i < 8; i++) {
    const int s = i & 1;
    bar_wait(&full[s], i >> 1 & 1);
    const int v = in[s][63 - t] * 3 + i;
    if (t == 0) bulk_wait_read_one();  // the store of tile i - 2 has read its buffer
    __syncthreads();
    if (t == 0 && i + 2 < 8) {
      bar_expect(&full[s], 256);
      bulk_load(in[s], x + (i + 2) * 64, 256, &full[s]);
    }
    out[s][t] = v;
    async_fence();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + i * 64, out[s], 256);
      bulk_commit();
    }
  }
  if (t == 0) bulk_wait_all();
}
