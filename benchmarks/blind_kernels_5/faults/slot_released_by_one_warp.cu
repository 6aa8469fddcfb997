// A producer warp sends five rows of 64 integers through two slots by bulk copies; two consumer warps write them reversed.
// Fault: only the first consumer warp releases a slot, while the second may still be reading it (race with the asynchronous copy).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_arrive(unsigned bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory"); }
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
extern "C" __global__ void stream(int* y, const int* x) {
  __shared__ alignas(16) int slots[2][64];
  __shared__ unsigned long long bars[4];
  unsigned full = shared_address(bars), empty = full + 16;
  int t = threadIdx.x;
  x += blockIdx.x * 320;
  y += blockIdx.x * 320;
#ifdef FAULT
  int releases = 1;
#else
  int releases = 2;
#endif
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      barrier_init(full + 8 * s, 1);
      barrier_init(empty + 8 * s, releases);
    }
    fence_init();
  }
  __syncthreads();
  for (int k = 0; k < 5; ++k) {
    int s = k % 2, round = k / 2;
    if (t == 64) {
      if (round > 0) barrier_wait(empty + 8 * s, (round - 1) & 1);
      barrier_expect(full + 8 * s, 256);
      bulk_load(shared_address(slots[s]), x + k * 64, 256, full + 8 * s);
    } else if (t < 64) {
      barrier_wait(full + 8 * s, round & 1);
      y[k * 64 + t] = slots[s][63 - t];
      __syncwarp();
      if (t % 32 == 0 && t / 32 < releases) barrier_arrive(empty + 8 * s);
    }
  }
}
