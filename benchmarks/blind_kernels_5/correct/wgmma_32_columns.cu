// Two 64 x 32 matmuls of depth 64 by wgmma, one per block; TMA loads both operands with the 128-byte swizzle.
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
struct alignas(64) TensorMap { unsigned char bytes[128]; };
__device__ __forceinline__ void tma_load(unsigned dst, const TensorMap* map, int x, int y, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
#define C4(i) "+f"(c[i]), "+f"(c[i + 1]), "+f"(c[i + 2]), "+f"(c[i + 3])
__device__ __forceinline__ void wgmma_64x32x16(float* c, unsigned long long a, unsigned long long b, int accumulate) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, p, 1, 1, 0, 0;\n}"
      : C4(0), C4(4), C4(8), C4(12) : "l"(a), "l"(b), "r"(accumulate));
}
extern "C" __global__ void gemm(float* y, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ alignas(1024) unsigned short sa[64 * 64], sb[32 * 64];
  __shared__ unsigned long long bar;
  unsigned m = shared_address(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(m, 1);
    fence_init();
    barrier_expect(m, sizeof(sa) + sizeof(sb));
    tma_load(shared_address(sa), &a, 0, blockIdx.x * 64, m);
    tma_load(shared_address(sb), &b, 0, 0, m);
  }
  __syncthreads();
  barrier_wait(m, 0);
  unsigned long long layout = 1ull << 62 | 64ull << 32 | 1ull << 16;
  unsigned long long da = layout | (shared_address(sa) & 0x3ffff) >> 4, db = layout | (shared_address(sb) & 0x3ffff) >> 4;
  float c[16];
  for (int i = 0; i < 16; ++i) c[i] = 0;
  wgmma_fence();
  for (int i = 0; i < 4; ++i) wgmma_64x32x16(c, da + 2 * i, db + 2 * i, i > 0);
  wgmma_commit();
  wgmma_wait<0>();
  int row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
  for (int j = 0; j < 16; ++j) y[(blockIdx.x * 64 + row + j / 2 % 2 * 8) * 32 + j / 4 * 8 + col + j % 2] = c[j];
}
