// Sums a tile of 128 integers that a bulk copy brings; the memory of its mbarrier is used again for the warps' sums.
// Fault: thread 0 invalidates the barrier as soon as it has passed it, while others may still wait on it (race on the barrier).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(unsigned dst, const void* src, unsigned bytes, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(dst), "l"(src), "r"(bytes), "r"(bar) : "memory");
}
extern "C" __global__ void tile_sum(int* y, const int* x) {
  __shared__ alignas(16) int tile[128];
  __shared__ union { unsigned long long bar; int sums[2]; } u[2];
  unsigned b = shared_address(&u[0].bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
  }
  __syncthreads();
  if (t == 0) {
    barrier_expect(b, sizeof(tile));
    bulk_load(shared_address(tile), x + blockIdx.x * 128, sizeof(tile), b);
  }
  barrier_wait(b, 0);
#ifndef FAULT
  __syncthreads();
#endif
  if (t == 0) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(b) : "memory");
  __syncthreads();
  int sum = __reduce_add_sync(0xffffffff, tile[t]);
  if (t % 32 == 0) u[t / 64].sums[t / 32 % 2] = sum;
  __syncthreads();
  if (t == 0) y[blockIdx.x] = u[0].sums[0] + u[0].sums[1] + u[1].sums[0] + u[1].sums[1];
}
