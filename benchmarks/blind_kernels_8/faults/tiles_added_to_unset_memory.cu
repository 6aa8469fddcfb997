// Three blocks add 64 integers each to a result by reductions of bulk copies; a first launch clears the result.
// Fault: the first launch clears only half of the result, so that sums begin with what is in memory (uninitialized read).
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void bulk_wait_all() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void async_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void bulk_add(void* d, const void* s, unsigned n) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(d)), "r"(smem(s)), "r"(n) : "memory");
}
__global__ void clear(unsigned* y) {
#ifdef FAULT
  if (threadIdx.x < 32) y[threadIdx.x] = 0;
#else
  y[threadIdx.x] = 0;
#endif
}
__global__ void add(unsigned* y, const unsigned* x) {
  __shared__ __align__(128) unsigned tile[64];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 64 + t] ^ (x[blockIdx.x * 64 + (t ^ 1)] >> 3);
  async_fence();
  __syncthreads();
  if (t == 0) {
    bulk_add(y, tile, 256);
    bulk_commit();
    bulk_wait_all();
  }
}
