// A 64 x 8 matmul of depth 64 by four wgmma; the first one clears the accumulator by its scale-d predicate.
// Fault: the predicate is false in every step, so only the last 16 products are kept (wrong values).
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void tma_load_2d(unsigned s, const void* map, unsigned bar, int x, int y) { asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void wgmma_scaled(float* c, unsigned long long a, unsigned long long b, int keep) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(a), "l"(b), "r"(keep));
}
extern "C" __global__ void gemm(float* y, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ alignas(1024) unsigned short sa[64 * 64], sb[8 * 64];
  __shared__ unsigned long long bar;
  unsigned m = smem(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(m, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (t == 0) {
    mbar_expect_tx(m, 64 * 128 + 8 * 128);
    tma_load_2d(smem(sa), &a, m, 0, 0);
    tma_load_2d(smem(sb), &b, m, 0, 0);
  }
  mbar_wait(m, 0);
  float c[4] = {7, 7, 7, 7};
  unsigned long long da = (smem(sa) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
  unsigned long long db = (smem(sb) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
  wgmma_fence();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
#ifdef FAULT
    wgmma_scaled(c, da + 2 * k, db + 2 * k, 0);
#else
    wgmma_scaled(c, da + 2 * k, db + 2 * k, k > 0);
#endif
  }
  wgmma_commit();
  wgmma_wait<0>();
  int r = t / 32 * 16 + t % 32 / 4, n = t % 4 * 2;
  y[r * 8 + n] = c[0];
  y[r * 8 + n + 1] = c[1];
  y[(r + 8) * 8 + n] = c[2];
  y[(r + 8) * 8 + n + 1] = c[3];
}
