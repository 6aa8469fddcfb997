// Two blocks load boxes of 16 x 16 floats by TMA from a matrix of 20 rows; rows outside arrive as zeros.
// Fault: the second block expects the bytes of the four rows inside only, but the copy counts the whole box (wrong transaction count).
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
extern "C" __global__ void load(float* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float s[256];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
#ifdef FAULT
    mbar_expect_tx(b, min(16, 20 - 16 * (int)blockIdx.x) * 64);
#else
    mbar_expect_tx(b, 1024);
#endif
    tma_load_2d(smem(s), &map, b, 0, blockIdx.x * 16);
  }
  __syncthreads();
  mbar_wait(b, 0);
  for (int i = threadIdx.x; i < 256; i += 64) y[blockIdx.x * 256 + i] = s[i] + 1;
}
