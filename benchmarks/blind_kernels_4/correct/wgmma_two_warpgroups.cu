// A 128 x 8 matmul of depth 192: a producer warp loads chunks by TMA into two stages, two warpgroups multiply 64 rows each.
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
struct alignas(64) TensorMap { unsigned char bytes[128]; };
__device__ __forceinline__ void tma_load(unsigned dst, const TensorMap* map, int x, int y, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void wgmma_64x8x16(float* c, unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(a), "l"(b));
}
extern "C" __global__ void gemm(float* y, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ alignas(1024) unsigned short sa[2][128 * 64], sb[2][8 * 64];
  __shared__ unsigned long long bars[4];
  unsigned full = shared_address(bars), empty = full + 16;
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      barrier_init(full + 8 * s, 1);
      barrier_init(empty + 8 * s, 8);
    }
    fence_init();
  }
  __syncthreads();
  if (t >= 256) {
    if (t == 256) {
      for (int k = 0; k < 3; ++k) {
        int s = k % 2;
        if (k >= 2) barrier_wait(empty + 8 * s, 0);
        barrier_expect(full + 8 * s, sizeof(sa[0]) + sizeof(sb[0]));
        tma_load(shared_address(sa[s]), &a, k * 64, 0, full + 8 * s);
        tma_load(shared_address(sb[s]), &b, k * 64, 0, full + 8 * s);
      }
    }
    return;
  }
  int group = t / 128;
  float c[4] = {0, 0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    int s = k % 2;
    barrier_wait(full + 8 * s, k / 2);
    unsigned long long layout = 1ull << 62 | 64ull << 32 | 1ull << 16;
    unsigned long long da = layout | (shared_address(sa[s] + group * 64 * 64) & 0x3ffff) >> 4;
    unsigned long long db = layout | (shared_address(sb[s]) & 0x3ffff) >> 4;
    wgmma_fence();
    for (int i = 0; i < 4; ++i) wgmma_64x8x16(c, da + 2 * i, db + 2 * i);
    wgmma_commit();
    wgmma_wait<0>();
    if (t % 32 == 0) barrier_arrive(empty + 8 * s);
  }
  int row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
  y[row * 8 + col] = c[0];
  y[row * 8 + col + 1] = c[1];
  y[(row + 8) * 8 + col] = c[2];
  y[(row + 8) * 8 + col + 1] = c[3];
}
