// Four warps stream six rows each through two stages of their own, by bulk copies that lane 0 issues; no block barrier.
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
extern "C" __global__ void stream(int* y, const int* x) {
  __shared__ alignas(16) int stages[4][2][32];
  __shared__ unsigned long long bars[4][2];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned full = shared_address(bars[warp]);
  const int* rows = x + warp * 6 * 32;
  if (lane == 0) {
    barrier_init(full, 1);
    barrier_init(full + 8, 1);
    fence_init();
    for (int k = 0; k < 2; ++k) {
      barrier_expect(full + 8 * k, 128);
      bulk_load(shared_address(stages[warp][k]), rows + k * 32, 128, full + 8 * k);
    }
  }
  __syncwarp();
  for (int k = 0; k < 6; ++k) {
    int s = k % 2;
    barrier_wait(full + 8 * s, k / 2 & 1);
    y[(warp * 6 + k) * 32 + lane] = stages[warp][s][lane] - stages[warp][s][lane ^ 5];
    __syncwarp();
    if (lane == 0 && k + 2 < 6) {
      barrier_expect(full + 8 * s, 128);
      bulk_load(shared_address(stages[warp][s]), rows + (k + 2) * 32, 128, full + 8 * s);
    }
  }
}
