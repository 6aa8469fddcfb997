// A producer warp streams three tiles of three chunks through two stages; two warps combine the chunks of a tile.
// Fault: the readers count stages and phases from zero in every tile, but a tile has an odd number of chunks (wrong stage and phase).
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
extern "C" __global__ void combine(int* y, const int* x) {
  __shared__ alignas(16) int stages[2][64];
  __shared__ unsigned long long bars[4];
  unsigned full = shared_address(bars), empty = full + 16;
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      barrier_init(full + 8 * s, 1);
      barrier_init(empty + 8 * s, 64);
    }
    fence_init();
  }
  __syncthreads();
  if (t >= 64) {
    if (t == 64) {
      for (int n = 0; n < 9; ++n) {
        int s = n % 2;
        if (n >= 2) barrier_wait(empty + 8 * s, n / 2 - 1 & 1);
        barrier_expect(full + 8 * s, 256);
        bulk_load(shared_address(stages[s]), x + n * 64, 256, full + 8 * s);
      }
    }
    return;
  }
  int n = 0;
  for (int tile = 0; tile < 3; ++tile) {
    int sum = 0;
#ifdef FAULT
    n = 0;
#endif
    for (int chunk = 0; chunk < 3; ++chunk, ++n) {
      int s = n % 2;
      barrier_wait(full + 8 * s, n / 2 & 1);
      sum = 5 * sum + stages[s][63 - t];
      barrier_arrive(empty + 8 * s);
    }
    y[tile * 64 + t] = sum;
  }
}
