// A loading warp fetches 64 integers by a bulk copy; two warps reverse them.
// Fault: all 32 lanes of the loading warp arrive and announce the bytes at a barrier of one arrival (wrong count, never completes).
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
extern "C" __global__ void reverse(int* y, const int* x) {
  __shared__ alignas(16) int row[64];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
  }
  __syncthreads();
  if (t >= 64) {
#ifdef FAULT
    barrier_expect(b, 256);
#else
    if (t == 64) barrier_expect(b, 256);
#endif
    if (t == 64) bulk_load(shared_address(row), x + blockIdx.x * 64, 256, b);
  } else {
    barrier_wait(b, 0);
    y[blockIdx.x * 64 + t] = row[63 - t];
  }
}
