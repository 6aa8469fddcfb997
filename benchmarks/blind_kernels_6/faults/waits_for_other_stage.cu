// Two tiles of 1 KiB arrive by bulk copies, each with its own mbarrier; the block reverses each when it is there.
// Fault: the first tile is read after a wait for the second one's barrier and vice versa (race with the copy).
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
  __shared__ alignas(16) int tile[2][256];
  __shared__ unsigned long long bar[2];
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(shared_address(&bar[0]), 1);
    barrier_init(shared_address(&bar[1]), 1);
    fence_init();
    for (int i = 0; i < 2; ++i) {
      barrier_expect(shared_address(&bar[i]), 1024);
      bulk_load(shared_address(tile[i]), x + (blockIdx.x * 2 + i) * 256, 1024, shared_address(&bar[i]));
    }
  }
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
#ifdef FAULT
    barrier_wait(shared_address(&bar[1 - i]), 0);
#else
    barrier_wait(shared_address(&bar[i]), 0);
#endif
    for (int k = t; k < 256; k += 64) y[(blockIdx.x * 2 + i) * 256 + k] = tile[i][255 - k];
  }
}
