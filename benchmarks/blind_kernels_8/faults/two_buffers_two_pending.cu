// Six tiles of 64 integers are computed in two buffers in turns; each tile leaves by a bulk copy of thread 0.
// Fault: before a buffer is filled again, two copies may still be reading, so also the one of this buffer (missing wait).
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bulk_store(void* d, const void* s, unsigned n) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(d)),
               "r"(smem(s)), "r"(n) : "memory");
}
__device__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void bulk_wait_all() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void async_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#ifdef FAULT
__device__ void bulk_wait_read_one() { asm volatile("cp.async.bulk.wait_group.read 2;" ::: "memory"); }
#else
__device__ void bulk_wait_read_one() { asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory"); }
#endif
__global__ void tiles(int* y, const int* x) {
  __shared__ __align__(128) int buffer[2][64];
  const int t = threadIdx.x;
  for (int i = 0; i < 6; i++) {
    if (t == 0) bulk_wait_read_one();
    __syncthreads();
    buffer[i & 1][t] = x[i * 64 + 63 - t] * 5;
    async_fence();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + i * 64, buffer[i & 1], 256);
      bulk_commit();
    }
  }
  if (t == 0) bulk_wait_all();
}
